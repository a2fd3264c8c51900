// promptfoo over the same questions: a model that answers at once, exact match, its SQLite log and a JSONL export.
//
// NODE_PATH=FOLDER/node_modules node promptfoo.mjs QUESTIONS.jsonl LOG_FOLDER
// prints one JSON line with what it counted.

import { mkdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const CONCURRENCY = 64;
const ANSWER = 'Glorport';

const [questions, folder] = process.argv.slice(2).map((path) => resolve(path));
mkdirSync(folder, { recursive: true });
Object.assign(process.env, {
  PROMPTFOO_CONFIG_DIR: folder,
  PROMPTFOO_DISABLE_TELEMETRY: '1',
  PROMPTFOO_DISABLE_UPDATE: '1',
  PROMPTFOO_CACHE_ENABLED: 'false',
  LOG_LEVEL: 'error',
});

const where = createRequire(import.meta.url).resolve('promptfoo');
const { default: promptfoo } = await import(pathToFileURL(where).href);

const rows = readFileSync(questions, 'utf8').trim().split('\n').map((line) => JSON.parse(line));
const evaluation = await promptfoo.evaluate(
  {
    prompts: ['{{question}}'],
    providers: [{ id: () => 'instant', callApi: async () => ({ output: ANSWER }) }],
    tests: rows.map((row) => ({
      description: row.id,
      vars: { question: row.question },
      assert: [{ type: 'equals', value: row.answers[0] }],
    })),
    writeLatestResults: true,
    outputPath: join(folder, 'results.jsonl'),
  },
  { maxConcurrency: CONCURRENCY, showProgressBar: false, cache: false },
);
const { successes, failures, errors } = (await evaluation.toEvaluateSummary()).stats;
console.log(JSON.stringify({ questions: successes + failures + errors, correct: successes }));
process.exit(0);
