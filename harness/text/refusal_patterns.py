"""How models say that they do not know, that they are not sure, or nothing at all: patterns by language.

The patterns read text with plain quotes and single spaces, and ignore case. Every gap is bounded, so that time stays
linear in the text. They look for statements about knowledge and sources: "the sources do not mention fees" is one, "the plan
does not cover fees" is not; "I cannot find that" is one, "if you cannot find a provider" is not.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from collections.abc import Set as AbstractSet
from functools import cache

_GAP = r"[^.!?;:\n]{0,60}?"

# --- English ----------------------------------------------------------------------------------------------------------

_TEXTS = (
    r"(?:contexts?|documents?|docs?|documentation|sources?|passages?|texts?|excerpts?|materials?|articles?|results?"
    r"|knowledge base|snippets?|spans?|pages?|references?|records?|transcripts?|paragraphs?|sections?|info|information"
    r"|corpus|papers?|content|search)"
)
_HOW = (
    r"(?:(?:explicitly|specifically|directly|clearly|actually|currently|really|fully|even|ever|appear to|seem to|yet|any"
    r"|further|also|otherwise)\s){0,3}"
)
_NOT = r"(?:(?:do|does|did|is|are|was|were|could|has|have|had|would|may)(?:n't|\snot)|can't|can not|cannot|never|fails? to|failed to)"
_SAY = (
    r"(?:mention|contain|include|provide|specif|say|state\b|stating|discuss|address|cover|answer|give|have|describe"
    r"|indicate|offer|list|explain|reveal|disclose|detail|talk|refer|tell|show|help|touch|elaborate|shed|go into)"
)
_MATTER = r"(?:information|info|details?|mention|data|references?|answers?|evidence|indication|context|specifics?|knowledge|facts?)"
_ABOUT = (
    r"(?=\s?(?:[.,;:!?)]|$)|\s(?:on|about|for|regarding|concerning|available|in|to\s(?:answer|determine|suggest|support|indicate|say|tell|conclude|confirm|respond|provide|address|make|draw|this|that|your|the)|of|provided|given|that|which|whether"
    r"|from|related|relating|as|or|here|relevant|specific|was|were|is|are|could|can|found|how|what|when|where|who|why)\b)"
)
_ADJECTIVES = r"(?:(?:\w+ly|any|enough|sufficient|specific|relevant|further|more|other|additional|such|direct|explicit|clear|the|an?|exact|concrete|detailed|reliable|up-to-date|adequate|useful|of|that|this|kind)\s){0,4}"
_I = r"\b(?:i|we)"
_I_CANNOT = (
    r"\b(?:(?:i|we)(?:\s(?:really|honestly|just|still|also|simply|currently|unfortunately|regrettably|truly|genuinely))?\s|i(?='m)|sorry,?\s(?:but\s)?)"
    r"(?:(?:can't|cannot|can not|(?:could|do|did|would|will)(?:n't|\snot)|won't)\s(?:be able to\s)?"
    r"|(?:am|was|are|were|'m)?\s?(?:n't\s|not\s)?(?:unable|able|in a position)\sto\s(?<!am able to )(?<!was able to )(?<!are able to )(?<!were able to ))"
)

ENGLISH = (
    rf"{_I_CANNOT}(?:really\s|honestly\s|currently\s|actually\s|even\s)?know\b(?!\sof\s(?!any\s(?:\w+\s)?(?:information|mention|details|data)))(?!\sfor\s(?:sure|certain))",
    rf"{_I_CANNOT}(?:really\s|accurately\s|definitively\s|directly\s|properly\s|fully\s)?(?:answer|determine|respond|comment|speak to|address (?:that|this|your)|tell\b|say\b)",
    r"\bi\s(?:'m|am|was)?\s?(?:cannot|can't|could not|couldn't|unable to|not able to|can not)\s(?:\w+ly\s)?(?:help|assist|confirm|verify|access|advise|be certain)",
    rf"{_I_CANNOT}(?:\w+ly\s)?(?:find|locate|see|provide|give|offer|identify|supply|retrieve|share|obtain|extract)\s(?:you\s)?(?:with\s)?{_ADJECTIVES}(?:{_MATTER}{_ABOUT}|any(?:thing)?\b|it\b|that\b|this\b|response\b|one\b|what you)",
    rf"{_I}\s(?:(?:do|did)(?:n't|\snot)\s(?:currently\s|actually\s|seem to\s)?(?:have|see|possess)|have\sno|lack|had\sno|possess\sno|found\sno|see\sno|find\sno)\s(?:access to\s)?{_ADJECTIVES}(?:{_MATTER}\b|access|idea|clue|way (?:to|of)|record|anything|the answer|an answer|context|one\b)",
    r"\bno\s(?:idea|clue)\b|\bnot something (?:that )?(?:i|we)\b",
    r"(?:^\W*|\b(?:i|we)(?:'m|\sam|\sare)\s)not\s(?:\w+\s)?(?:sure|certain)\s(?:what|how|when|where|who|why|whether|which|if|about|of)\b|(?:^\W*|\b(?:i|we)(?:'m|\sam|\sare)\s)unsure\s(?:what|how|when|where|whether|if|about|of)\b",
    r"\bi\s(?:can|could|am able to|may)\sonly\s(?:answer|help|assist|provide|respond)",
    r"\b(?:outside|beyond)\s(?:of\s)?(?:my\s(?:scope|knowledge|training|\w+)|(?:the\s)?scope\sof\s(?:this|these|the|my|our|what)\s(?:\w+\s)?(?:context|documents?|sources?|information|knowledge|excerpts?|materials?|text|passages?|assistant|i)\b|the\s(?:provided|given|available)\s)",
    r"\bas an ai\b",
    rf"\b{_TEXTS}\b(?:\s(?:that\s)?(?:i|we|you)(?:'ve|\shave|\swas|\swere|\scan)?\s(?:access to|shown|given|see|got|been shown|been given))?(?:\s(?:that\s)?(?:i|you|we|has been|have been|was|were|is)?\s?(?:have|been|provided|given|gave|available|above|supplied|retrieved|at hand|in question|shared|excerpts?|here|found|snippets?|\[[^\]]{{1,20}}\])){{0,3}}\s(?:only\s)?{_NOT}\s{_HOW}{_SAY}",
    rf"\b{_TEXTS}\b[^.!?;:,\n]{{0,60}}?\s(?:lacks?|lacking|makes? no|gives? no|contains? no|ha(?:s|ve) no|offers? no|provides? no|includes? no|is silent|are silent|says? nothing|say nothing|contains? nothing|mentions? nothing|mentions? no\b|(?:is|are)(?: not|n't) (?:sufficient|enough|relevant|clear)|(?:is|are) (?:insufficient|unclear))",
    r"\b(?:it|they|policy|guide|handbook|manual|rules?|plan|faq|agreement|contract|report|study|author|authors)\s(?:do|does|did)(?:n't|\snot)\s(?:explicitly\s|specifically\s|directly\s|clearly\s)?(?:mention|specify|say\b(?!\sthat)|state\b|disclose|indicate)",
    r"\b(?:do|does|did)(?:n't|\snot)\s(?:explicitly\s|specifically\s|directly\s|clearly\s)?(?:mention\b|specify\b)",
    r"\b(?:is|are|was|were|been|being)(?:n't|\snot|\snever)\s(?:\w+ly\s)?(?:mentioned|specified|stated|disclosed|discussed|addressed|documented|explicit|answered|elaborated)\b",
    rf"\b(?:is|are|was|were|been|being)(?:n't|\snot)\s(?:\w+ly\s|yet\s)?(?:provided|given|included|available|found|described|contained|listed|covered|detailed|indicated|clear|present|explained|known|shown|part of|in|within|supported|defined|named|reported)\b{_GAP}\b(?:(?:context|document|documents|sources?|passages?|text|excerpts?|materials?|articles?|search results?|snippets?|knowledge base|information|contexts|corpus|spans?)\b)",
    rf"\b(?:in|from|within|by|on)\s(?:the|this|these|those|any|our|my|your)\s(?:\w+\s){{0,2}}(?:context|documents?|sources?|passages?|text|excerpts?|information|search results?){_GAP}\b(?:is|are|was|were)(?:n't|\snot)\s(?:\w+ly\s)?(?:provided|given|included|available|found|described|listed|clear|present|known|possible)",
    rf"\bthere\s(?:is|are|was|were|'s|isn't|aren't|wasn't|seems to be|appears to be|does not (?:seem|appear) to be|doesn't (?:seem|appear) to be)\s?(?:no|not|n't|nothing|insufficient|any)?\s?{_ADJECTIVES}(?:{_MATTER}{_ABOUT}|nothing\s(?:in|about|on|regarding|said|there)\b)(?<!there is information)(?<!there are details)",
    rf"\bnothing\s(?:is\s|was\s|relevant\s|specific\s)?(?:\w+\s)?(?:in|about|on|from)\s(?:the|these|this|that|any)?\s?{_GAP}\b{_TEXTS}",
    rf"\b(?:no|none of the)\s(?:\w+\s)?{_MATTER}{_ABOUT}{_GAP}\b(?:available|found|provided|given|mentioned|present|included|in the|exists?|could be|can be|within)",
    rf"\b(?:none|neither)\sof\s(?:the|these|those)\s(?:\w+\s){{0,2}}{_TEXTS}\s(?:\w+\s)?(?:mention|contain|provide|specif|say|state|discuss|address|answer|give|describe|include|cover)",
    r"\b(?:insufficient|not enough|inadequate|too little)\s(?:(?:information|context|details|evidence)\b|data\s?(?:$|[.,]|to\s(?:answer|determine|say|tell)|in\sthe|provided|available))",
    r"\b(?:can(?:not|'t| not)|could(?:n't| not))\sbe\s(?:\w+ly\s)?(?:determined|answered|found|inferred|established|concluded|ascertained|derived|deduced|identified)\b",
    r"\b(?:not possible|impossible|hard|difficult)\sto\s(?:\w+ly\s)?(?:answer|determine|say|tell|know|infer|conclude|provide (?:an?|the|any))\b",
    r"\b(?:it|this|that|answer)\s(?:is|'s|remains|was)\s(?:currently\s|simply\s|still\s)?(?:unclear|unknown|not known|not clear|not specified|not stated|uncertain)\b(?!\sto\b)",
    r"\banswers?\s(?:to\s(?:this|that|your|the)\squestion\s)?(?:is|was|are)(?:n't|\snot|\snone|\sunknown|\sunavailable|\snot available)\b",
    r"\b(?:unknown|unspecified|not specified|not mentioned|not stated|not provided|not given|not found|not available|absent|missing)\s(?:in|from|by|within)\s(?:the|this|these|any)\s(?:\w+\s){0,2}(?:context|documents?|sources?|passages?|text|excerpts?|information|search)",
    r"^\W*(?:unable|not able|cannot|can't)\s(?:to\s)?(?:answer|determine|find|provide|locate|confirm|help|say|respond)",
    r"\bnot\s(?:in|within|part of|covered (?:in|by)|supported by)\s(?:the|this|these|my)\s(?:\w+\s){0,2}(?:context|documents?|sources?|passages?|excerpts?|search results?|knowledge base)\b",
    r"\b(?:would|'d|will|do)\sneed\s(?:to have\s)?(?:more|additional|further)\s(?:information|context|details)",
    r"\b(?:more|additional|further)\s(?:information|context|details)\s(?:is|are|would be)\s(?:needed|required|necessary)",
    r"\bno\s(?:direct\s|explicit\s|clear\s|definitive\s|relevant\s)?answer\b",
    r"\b(?:question|query)\s(?:can(?:not|'t)|could(?:n't| not)|is(?:n't| not))\s(?:be\s)?(?:answer\w*|covered|addressed|possible)",
    r"\bunanswerable\b",
    r"\bmakes?\sno\s(?:reference|mention)\b",
    rf"\b(?:isn't|is not|wasn't)\ssomething\s(?:that\s)?(?:i|we|(?:the|these|this|my)\s(?:\w+\s){{0,2}}{_TEXTS})\b",
    r"\bnothing\s(?:in|within)\s(?:the|these|this|your)\s(?:\w+\s){1,3}(?:tells?|says?|states?|mentions?|indicates?|explains?|specifies|suggests?|refers?|addresses)\b",
    rf"\bno\s(?:[\w'-]+\s){{1,4}}(?:is|are|was|were)\s(?:given|stated|mentioned|provided|specified|listed|available|found|included|indicated|named|described)\s(?:in|by|within)\s(?:the|these|this|any|your)\s(?:\w+\s){{0,2}}{_TEXTS}\b",
    rf"{_I_CANNOT}(?:find|locate|see|identify)\b{_GAP}\b(?:in|from|within|among)\s(?:the|these|this|your|any of the)\s(?:(?:provided|given|available|retrieved|supplied)\s|(?:\w+\s){{0,2}}(?:{_TEXTS}|manual|handbook|guide|polic(?:y|ies)|agreement|contract|faqs?|files?)\b)",
    rf"\b{_TEXTS}\s(?:\w+\s)?only\s(?:mention|cover|discuss|describe|say|talk|deal|refer|state|address|provide|tell|contain)\w*\b[^.!?;:\n]{{0,80}},\s(?:and\s|but\s)?(?:not|nothing|rather than)\b",
)  # fmt: skip

# --- the other languages ----------------------------------------------------------------------------------------------

GERMAN = (
    r"\bwei(?:ß|ss)\s(?:ich\s)?(?:es\s|das\s|die antwort\s|leider\s|darüber\s|dazu\s|darauf\s|auch\s){0,3}(?:nicht|nichts)\b",
    r"\bkeine (?:ahnung|kenntnis)\b",
    r"\b(?:kann|können|konnte|konnten|könnte)\b[^.!?:\n]{0,80}?\b(?:nicht|keine?n?|nichts)\b[^.!?:\n]{0,50}?\b(?:beantwort|sagen|finden|antwort|mitteilen|weiterhelfen|bestimm|entnehm|feststell|ermitteln|machen|geben|helfen|beurteil)\w*",
    r"\b(?:kontext|dokument|quelle|text|unterlage|passage|abschnitt|auszu[gü]|auszüge|angabe|material|information|inhalt|span)\w*\b[^.!?:\n]{0,60}?\b(?:enth[äa]lt|gib|geb|nenn|erwähn|liefer|biete|sag|beinhalte|beantworte|mach|steh|geh|find|spezifizier|reich|behandel)\w*\b[^.!?:,\n]{0,60}?\b(?:keine?r?n?|keinerlei|nicht|nichts)\b(?!\s\d)",
    r"\b(?:keine|keinerlei|nicht genügend|nicht genug|zu wenig|unzureichende)\s(?:\w+\s){0,2}(?:information|angabe|hinweis|antwort|daten|auskunft|aussage|erwähnung|details)\w*",
    r"\b(?:wird|ist|sind|werden|wurde|wurden|war|waren|geht|gehen|lässt|lassen)\b[^.!?:\n]{0,80}?\bnicht\s(?:\w+\s)?(?:erwähnt|angegeben|genannt|hervor|bekannt|ersichtlich|beantwort\w+|entnehmen|ermitteln|bestimmen|spezifiziert|thematisiert|klar|behandelt)\b",
    r"\b(?:im|in (?:den|dem|der|diesem|diesen)|aus (?:den|dem|der))\s(?:\w+\s){0,2}(?:kontext|dokument|quelle|text|unterlage|passage|abschnitt|information|auszüge)\w*\b[^.!?:\n]{0,60}?\b(?:nicht|nichts|keine?)\b\s?(?:\w+\s){0,2}(?:enthalten|zu finden|aufgeführt|vorhanden|erwähn\w*|genannt|hervor|steht|angegeben|möglich|beschrieben)?",
    r"\bnicht\s(?:im|in (?:den|dem|der))\s(?:\w+\s){0,2}(?:kontext|dokument|quelle|unterlage)\w*",
)  # fmt: skip
FRENCH = (
    r"\bje\s(?:ne\s)?(?:le\s)?sais\spas\b|\bje l'ignore\b|\bj'ignore\b|\baucune idée\b",
    r"\bje\sn'ai\s(?:malheureusement\s)?(?:pas|aucune?)\s(?:\S+\s){0,3}(?:information|réponse|donnée|accès|renseignement|détail|élément|trouv|connaissance)\w*|\bje n'ai (?:pas|rien) trouvé",
    r"\bje\sne\s(?:peux|suis|trouve|dispose|connais|vois|possède|parviens|saurais)\b[^.!?:\n]{0,30}?\b(?:pas|aucune?)\b\s?(?:\S+\s){0,4}(?:répond|dire|en mesure|information|réponse|fournir|détermin|trouv|aider|confirm|donnée|renseign|cela)\w*",
    r"\bje ne peux pas (?:y )?répondre",
    r"\b(?:contexte|document|source|texte|passage|extrait|information|contenu|donnée)s?\b[^.!?:\n]{0,40}?\b(?:ne|n')\s?(?:mentionne|contien|fourni|précise|donne|indique|permet|spécifie|répond|comporte|di[ts]|parle|aborde|inclu|traite|évoque|est|sont|contienne)\w*\s(?:pas|aucune?|rien)\b",
    r"\b(?:n'est|ne sont|n'a|n'ont|n'était)\s(?:pas|aucunement)\s(?:été\s)?(?:explicitement\s|clairement\s)?(?:mentionn|précis|indiqu|spécifi|abord|évoqu|connu)\w*",
    r"\b(?:n'est|ne sont|n'a|ne figure|ne se trouve)\w*\spas\s[^.!?:\n]{0,40}?(?:dans|par)\s(?:le|les|ce|ces)\s(?:\w+\s)?(?:contexte|document|source|texte|passage|extrait)s?",
    r"\baucune?\s(?:information|mention|donnée|réponse|précision|indication|détail)s?\b",
    r"\bpas\s(?:assez|suffisamment)\sd'(?:information|éléments|indication)s?\b|\binformations? insuffisante",
    r"\bimpossible de (?:répondre|déterminer|dire|savoir)\b|\bpas possible de (?:répondre|déterminer|dire|savoir)\b",
)  # fmt: skip
SPANISH = (
    r"(?:^|[,.;]\s?|\bpero\s|\byo\s)\W*no\s(?:lo\s)?(?:sé\b|se\W*$)(?!\sde ningún)|\bno lo s[ée]\b|\bdesconozco\b|\bni idea\b",
    r"\bno\s(?:tengo|tenemos|dispongo de|cuento con|poseo)\s(?:\S+\s){0,3}(?:informaci[óo]n|datos|acceso|conocimiento|respuesta|detalles|contexto|idea)",
    r"\bno\s(?:puedo|podemos|pude|he podido|es posible|se puede|soy capaz de|me es posible)\s(?:\S+\s){0,2}?(?:respond|determin|contest|encontr|proporcion|ayud|saber|decir|confirm|dar)\w*",
    r"\bno\s(?:encuentro|encontr[ée]|he encontrado|hay|existe|existen|aparece|se encontr[óo]|veo)\s(?:\S+\s){0,3}(?:informaci[óo]n|datos|menci[óo]n|respuesta|detalles|referencia|nada)\b",
    r"\b(?:contexto|documento|fuente|texto|pasaje|informaci[óo]n|fragmento|material|extracto)(?:e?s)?\b[^.!?:\n]{0,40}?\bno\s(?:se\s)?(?:menciona|contiene|proporciona|incluye|especifica|indica|dice|ofrece|da\b|dan\b|responde|detalla|aborda|explica|es suficiente|permite|señala|trata|habla|hace)\w*",
    r"\bno\s(?:se|est[áa]|est[áa]n|es|son|fue|viene|aparece)\s(?:\w+mente\s)?(?:menciona|especifica|indica|detalla|sabe|conoc|mencionad|especificad|indicad|disponible en|precisa|aclara|proporciona)\w*",
    r"\b(?:ninguna|falta|insuficiente)\sinformaci[óo]n\b|\binformaci[óo]n (?:insuficiente|no disponible)\b|\bno (?:est[áa]|aparece|figura|consta) en (?:el|los|la|las) (?:contexto|documento|texto|fuente)",
)  # fmt: skip
TURKISH = (
    r"\bbilmiyor(?:um|uz)\b|\bbilemiyorum\b|\bbilmemekteyi[mz]\b|\b(?:bilgim|fikrim|bilgimiz)\s(?:yok|bulunm)\w*",
    r"\bbilgi(?:ye|ler)?\b[^.!?:\n]{0,40}?\b(?:yok(?:tur)?|bulunmuyor|bulunmamakta\w*|mevcut değil\w*|veril(?:me|m[ie]yor)\w*|yer alm[aı]\w+|içerm\w+|bulamad\w+|sağlanma\w+|bulunamad\w+|sunulma\w+|rastlama\w+|ulaşamad\w+|sahip değilim|paylaşılma\w+)",
    r"\b(?:cevap|yanıt)(?:la(?:yam|nam)\w+)|\b(?:cevap|yanıt|cevabı|yanıtı)\b[^.!?:\n]{0,30}?\b(?:verem\w+|bulunmu\w+|yok|bulamad\w+|bulunamad\w+|veril?em\w+|bilmi\w+)",
    r"\b(?:belirtil|bahsedil|değinil|açıklan|söylen|ifade edil|zikredil)(?:me(?:m|di|z\b)|ma(?:m|dı|z\b)|m[iı]yor)\w*|\b(?:bahsetm|belirtm|değinm|açıklam)(?:iyor|ıyor|emekte|amakta|ez)\w*",
    r"\b(?:bağlam|metin|metn|belge|doküman|pasaj|kaynak(?:lar)?da|kaynak(?:lar)?ta)\w*\b[^.!?:\n]{0,60}?\b(?:içermi\w+|içermem\w+|yer alm[aı]\w+|yok(?:tur)?|geçmi\w+|geçmem\w+|bulunmu\w+|bulunmama\w+|vermi\w+)\b",
    r"\byeterli (?:bilgi|veri)\b[^.!?\n]{0,30}(?:yok|değil|bulunm)\w*|\bbulamadım\b|\byardımcı olam\w+|\bsöyleyem\w+",
)  # fmt: skip
CHINESE = (
    r"不知道|我?不(?:太)?(?:清楚|了解)(?:答案|这|這|该|該|此|。|，|,|$)|无从(?:得知|知晓)|無從",
    r"(?:无法|無法|不能|未能|没法|沒法|没有办法)(?:直接|准确|準確|从|從|根据|根據|为您|為您|給出|给出)?.{0,24}?(?:回答|确定|確定|得知|得出|提供|找到|判断|判斷|确认|確認|获知|查到|推断|推斷|知道|解答|作答)",
    r"(?:没有|沒有|并未|並未|未|没|沒)(?:有)?(?:明确|明確|具体|具體|直接|任何|被|相关|相關|足够|足夠|充分)?(?:地|的)?(?:提到|提及|说明|說明|找到|指明|给出|給出|涉及|写明|寫明|介绍|介紹|记载|記載|描述|告知|信息|資訊|资讯|資料|资料|内容|內容|答案|记录|记录)",
    r"(?:上下文|文档|文檔|文件|资料|資料|文本|材料|原文|文中|段落|内容|來源|来源|信息|資訊).{0,20}?(?:没有|沒有|未|不包含|不足|并无|並無|无关|無關|缺乏|没提|沒提)",
    r"(?:信息|資訊|资讯|证据|證據|内容|資料|资料)(?:不足|不够|不夠|有限|缺失)|找不到|查不到|不得而知|未知",
)  # fmt: skip
JAPANESE = (
    r"(?:わか|分か|判)り(?:ません|かねます)|存じ(?:ません|上げません)|知りません|不明です|わからない|分からない",
    r"(?:記載|記述|言及|情報|説明|回答|答え|該当|内容)(?:が|は|も|する|され)?.{0,14}?(?:ありません|ない|いません|見つかりません|できません|不足|おりません|なし)",
    r"(?:お答え|回答|判断|特定|確認)(?:する)?(?:こと)?(?:は|が)?(?:でき(?:ません|かねます|ない)|不可能)|見つかりません|見当たりません|書かれて(?:い)?(?:ません|ない)|含まれて(?:い)?(?:ません|ない)",
)
ARABIC = (
    r"لا (?:أعرف|أعلم|أدري|نعرف|نعلم)|لست متأكد",
    r"لا (?:يحتوي|تحتوي|يذكر|تذكر|يوفر|توفر|تتوفر|يتوفر|توجد|يوجد|يتضمن|تتضمن|يشير|تشير|يحدد|تحدد|تقدم|يقدم).{0,40}?(?:معلومات|إجابة|ذكر|تفاصيل|السياق|النص|بيانات)?",
    r"(?:السياق|النص|الوثيقة|الوثائق|المستند|المصادر|المعلومات).{0,40}?\sلا\s|غير (?:مذكور|متوفر|محدد|معروف|موجود)|لم (?:يذكر|يتم ذكر|أجد|أتمكن|يرد|تذكر)",
    r"لا (?:أستطيع|يمكنني|يمكن|أملك|نملك|تتوافر)\s?.{0,40}?(?:الإجابة|الاجابة|تحديد|معلومات|تقديم|إجابة|العثور)?",
)  # fmt: skip
OTHERS = (
    r"\bnon\s(?:lo\s)?so\b|\bnon\s(?:ho|posso|sono in grado|riesco|dispongo|trovo|conosco)\b[^.!?:\n]{0,40}?(?:informazion|rispo|dati|trova|accesso|determin|fornire)\w*|\b(?:contesto|document[oi]|test[oi]|font[ei]|informazioni)\b[^.!?:\n]{0,40}?\bnon\s(?:menzion|contien|contengon|forni|specific|indica|dice|inclu|riporta|rispond)\w*|\bnon\s(?:è|sono|viene|vengono)\s(?:menzionat|specificat|indicat|fornit|precisat)\w*|\bnessuna informazione\b",
    r"\bn[ãa]o\s(?:sei\b|(?:tenho|posso|consigo|encontrei|disponho)\b[^.!?:\n]{0,40}?(?:informaç|respo|dados|determin|encontr|acesso|ajudar)\w*|há\s(?:\S+\s){0,2}informaç\w*|(?:é|está|foi|são)\s(?:mencionad|especificad|informad|indicad)\w*)|\b(?:contexto|documento|texto|fonte)s?\b[^.!?:\n]{0,40}?\bnão\s(?:mencion|cont[ée]m|fornece|especific|indica|inclui|diz|informa)\w*",
    r"\bik\sweet\s(?:het\s|dat\s)?niet\b|\bgeen\s(?:\w+\s)?(?:informatie|gegevens|antwoord|idee)\b|\b(?:context|documenten?|bronn?en?|tekst)\b[^.!?:\n]{0,40}?\b(?:bevat|vermeldt|geeft|noemt|bevatten|vermelden)\b[^.!?:\n]{0,30}?\b(?:niet|geen)\b",
    r"\b(?:я\s)?не\sзна(?:ю|ем)\b|\bне\s(?:могу|можем|удалось)\s(?:\S+\s){0,2}(?:ответ|найти|определ|предостав)\w*|\bнет\s(?:\S+\s){0,2}(?:информации|данных|сведений|ответа)\b|\bне\s(?:указан|упомина|упомян|содерж|сообща|говорит)\w*",
)  # fmt: skip

# --- all of them ------------------------------------------------------------------------------------------------------


@cache
def _any(patterns: tuple[str, ...]) -> re.Pattern[str]:
    """Return the pattern of a language; most runs need one or none, and reading them all takes long."""
    return re.compile("|".join(f"(?:{pattern})" for pattern in patterns), re.IGNORECASE)


# The patterns are slow to try everywhere. A sentence is asked in a language only where a word of denial of that language
# and a word of what is denied both stand in it.
_TOKEN = re.compile(r"[^\W\d_]+")
_ASCII_TOKEN = re.compile(r"[a-z]+")
_ENGLISH_DENIES = frozenset(
    "not no cannot none neither never nothing unable unknown unclear uncertain unspecified unanswerable lack lacks lacking "
    "fail fails failed insufficient inadequate little outside beyond impossible hard difficult silent absent missing only ai "
    "need unsure".split()
)
_ENGLISH_DENIED = frozenset(
    "i we sorry idea clue context contexts document documents doc docs documentation source sources passage passages text "
    "texts excerpt excerpts material materials article articles result results knowledge snippet snippets span spans page "
    "pages reference references record records transcript transcripts paragraph paragraphs section sections info information "
    "corpus paper papers content search detail details data evidence indication mention mentions mentioned specify specified "
    "state stated disclose disclosed discussed addressed documented explicit answered elaborated say indicate answer answers "
    "determined found inferred established concluded ascertained derived deduced identified possible impossible hard difficult "
    "question query unanswerable unable cannot ai nothing unknown specifics facts help".split()
)
_ENGLISH_STATES = frozenset("unclear unknown known clear specified stated uncertain".split())


def _denies_english(words: AbstractSet[str], lowered: str) -> bool:
    return ("n't" in lowered or not words.isdisjoint(_ENGLISH_DENIES)) and not words.isdisjoint(
        _ENGLISH_DENIED | _ENGLISH_STATES
    )


def _words(spaced: str) -> Callable[[AbstractSet[str], str], bool]:
    signs = frozenset(spaced.split())
    return lambda words, _: not words.isdisjoint(signs)


def _stems(spaced: str) -> Callable[[AbstractSet[str], str], bool]:
    stems = tuple(spaced.split())
    return lambda _, lowered: any(stem in lowered for stem in stems)


def _script(characters: str) -> Callable[[AbstractSet[str], str], bool]:
    pattern = re.compile(f"[{characters}]")
    return lambda _, lowered: not lowered.isascii() and pattern.search(lowered) is not None


_LANGUAGES: tuple[tuple[Callable[[AbstractSet[str], str], bool], tuple[str, ...]], ...] = (
    (_denies_english, ENGLISH),
    (_words("nicht nichts kein keine keinen keiner keines keinem keinerlei unzureichende wenig"), GERMAN),
    (_words("pas aucun aucune rien ignore insuffisante insuffisantes impossible"), FRENCH),
    (_words("sé se tengo tenemos dispongo cuento poseo puedo podemos pude podido posible puede soy encuentro encontré encontrado hay existe existen aparece encontró veo contexto documento documentos fuente fuentes texto textos pasaje información fragmento fragmentos está están ninguna falta insuficiente desconozco idea"), SPANISH),
    (_stems("bilgi bilm bilem yok değil cevap yanıt cevab yanıtı belirt bahse değin açıklan açıklam söyle ifade zikred bağlam metin metn belge kaynak doküman bulamad yardımcı fikri"), TURKISH),
    (_script("不没沒未无無找"), CHINESE),
    (_script("ぁ-ん"), JAPANESE),
    (_script("\u0600-\u06ff"), ARABIC),
    (_words("non nessuna não nao niet geen не нет"), OTHERS),
)  # fmt: skip
_CONDITION = re.compile(
    r"\b(?:when|whenever|if|unless|where|in case|wenn|falls|sofern|si|cuando|quand|lorsque|quando|se|als|если|когда)\s(?:\w+\s){0,2}\Z",
    re.IGNORECASE,
)
"""What stands before a case that is imagined, not reported: "if there is no information"."""
_CONDITION_SEEN = 60


def may_refuse(text: str) -> bool:
    """Return whether a text has the words that any refusal or hedge needs: a quick look before a close one."""
    lowered = _lowered(text)
    words = frozenset(_TOKEN.findall(lowered))
    return (
        not words.isdisjoint(_UNSURE_WORDS)
        or bool(lowered.isascii() is False and UNSURE.search(text))
        or any(asked(words, lowered) for asked, _ in _LANGUAGES)
    )


def says_unknown(text: str) -> re.Match[str] | None:
    """Return where a sentence says that something is not known or not in the sources; None where it does not."""
    lowered = _lowered(text)
    words = frozenset(_TOKEN.findall(lowered))
    for asked, patterns in _LANGUAGES:
        if asked(words, lowered) and (match := _any(patterns).search(text)):
            before = text[max(0, match.start() - _CONDITION_SEEN) : match.start()]
            if not _CONDITION.search(before):
                return match
    return None


def says_unsure(text: str) -> re.Match[str] | None:
    """Return where a sentence says that its speaker is not sure; None where it does not."""
    lowered = _lowered(text)
    if lowered.isascii() and _UNSURE_WORDS.isdisjoint(_ASCII_TOKEN.findall(lowered)):
        return None
    return UNSURE.search(text)


def _lowered(text: str) -> str:
    return text.lower().replace("i\u0307", "i")


_UNSURE_WORDS = frozenset(
    "sure certain positive confident unsure uncertain think believe guess suppose assume suspect imagine presume wrong mistaken know "
    "knowledge recall remember understand likely probable possible seems appears probably presumably possibly perhaps supposedly "
    "maybe clear guarantee unsicher sicher glaube denke vermute nehme wissens vermutlich wahrscheinlich vielleicht crois pense "
    "semble peut probablement seguro segura creo supongo parece sepa vez probablemente quizas quiza posiblemente galiba forse credo "
    "talvez acho misschien belki muhtemelen zannedersem zannediyorum tell".split()
)

WHOLE = re.compile(
    r"\W*(?:none|n/?a|unknown|unanswerable|null|nil|idk|dunno|unclear|unsure|no idea|no clue|not sure|(?:i'm |i am )?(?:not (?:sure|certain)|unsure|uncertain)"
    r"|no (?:answer|information|info|data|results?|context|mention|relevant \w+)(?: \w+){0,2}"
    r"|not (?:found|available|specified|mentioned|stated|provided|given|known|applicable|answerable|enough \w+|in the \w+)(?: \w+){0,4}"
    r"|(?:insufficient|missing) (?:information|context|data)(?: \w+){0,3}|information (?:not|is not) (?:found|available|provided|given|present)(?: \w+){0,4}"
    r"|cannot (?:say|answer|tell|determine)|can't (?:say|answer|tell|determine)|no comment|pass"
    r"|unbekannt|keine (?:angaben?|antwort|information(?:en)?|daten)|nicht (?:bekannt|angegeben|enthalten|erwähnt|gefunden)|weiß (?:ich )?nicht|k\. ?a\."
    r"|inconnue?|non (?:spécifié|mentionné|précisé|disponible|trouvé)e?s?|aucune réponse|sans réponse"
    r"|desconocid[oa]|no (?:especificad|mencionad|disponible|encontrad|indicad)[oae]?s?|sin (?:información|respuesta|datos)"
    r"|bilinmiyor|belirsiz|bilgi yok|cevap yok|yanıt yok|bulunamadı|belirtilmemiş(?:tir)?|mevcut değil|emin değilim"
    r"|未知|无|無|没有|沒有|不详|不詳|不明|无答案|無答案|没有答案|なし|不明です|غير معروف|لا يوجد|لا شيء|sconosciuto|desconhecido|onbekend|неизвестно|нет данных)\W*",
    re.IGNORECASE,
)
"""A whole answer, or a whole sentence, that is nothing but a refusal."""

UNSURE = re.compile(
    r"\b(?:i(?:'m| am) (?:not (?:entirely |completely |fully |totally |absolutely |really |quite |very |100% )?(?:sure|certain|positive|confident)|unsure|uncertain)"
    r"|i (?:think|believe|guess|suppose|assume|suspect|imagine|presume)\b|i (?:could|may|might) be (?:wrong|mistaken)|i don't know for (?:sure|certain)"
    r"|i do not know for (?:sure|certain)|i can(?:not|'t) (?:be certain|be sure|guarantee|say for (?:sure|certain))"
    r"|as far as i (?:know|can tell)|to (?:the best of )?my knowledge|if i (?:recall|remember|understand)|my (?:best )?guess|from what i (?:can tell|understand|know)"
    r"|(?:it )?(?:is|seems|appears) (?:likely|probable|possible) that|it (?:seems|appears)(?: that| to| like|,)|(?:is|are|was|were) (?:probably|presumably|possibly|perhaps|supposedly)"
    r"|not (?:entirely|completely|fully|100%) (?:sure|certain|clear)"
    r"|ich bin (?:mir )?(?:nicht (?:ganz |völlig )?sicher|unsicher)|ich (?:glaube|denke|vermute|nehme an)|soweit ich wei(?:ß|ss)|meines wissens"
    r"|je (?:ne suis pas|n'en suis pas) (?:tout à fait )?(?:sûre?|certaine?)|je (?:crois|pense|suppose)|il (?:semble|se peut) que|à ma connaissance"
    r"|no estoy (?:del todo |completamente )?segur[oa]|(?:yo )?creo que|supongo que|me parece que|hasta donde s[ée]|que yo sepa|tal vez"
    r"|(?:tam )?emin değilim|sanırım|galiba|bildiğim kadarıyla|zannedersem|zannediyorum)"
    r"|^\W*(?:probably|perhaps|presumably|possibly|maybe|likely|vermutlich|wahrscheinlich|möglicherweise|vielleicht|peut-être|probablement|probablemente|quizás?|posiblemente|muhtemelen|belki)\b"
    r"|我(?:不太|不)(?:确定|確定|敢肯定)|我(?:想|猜|认为|認為|觉得|覺得)|(?:可能|也许|也許|大概|或许|或許|恐怕)(?:是|为|為|需要)|据我所知|應該是|应该是|好像"
    r"|(?:たぶん|おそらく|多分|恐らく)|かもしれません|と思(?:い|わ)|ربما|أعتقد|لست متأكد|(?:\bforse\b)|\bcredo che\b|\btalvez\b|\bacho que\b|\bmisschien\b|\bвозможно\b|\bнаверное\b|\bдумаю\b",
    re.IGNORECASE,
)
"""A clause that says its speaker is not sure."""

POLITE = re.compile(
    r"^\W*(?:(?:i(?:'m| am)\s)?(?:very |so |truly )?sorry\b[^.!?]{0,40}\W*$|i apologi[sz]e\b|(?:my )?apologies\b|unfortunately\W*$|regrettably\W*$|i regret\b|thank you\b|thanks\b|hello\b|hi\b"
    r"|(?:please|kindly)\s(?:\w+\s)?(?:contact|consult|check|refer|provide|rephrase|visit|see|try|let|feel|reach|review|ask|clarify|share|specify|note that i|give|upload|supply|look|seek|verify)"
    r"|you (?:may|might|can|could|should|would)\s(?:\w+\s){0,3}?(?:contact|consult|check|refer|reach|visit|ask|try|look|seek|find (?:it|this|that|more|out)|review|search|verify|provide|need to)\b"
    r"|(?:therefore|so|thus|hence|as a result|consequently)?,?\s?i(?:'d| would)?\s(?:recommend|suggest|advise|encourage)|i(?:'m| am) (?:happy|glad|here) to|i(?:'d| would) be (?:happy|glad)|i hope"
    r"|if you (?:have|provide|need|could|can|would|give|share|want|let|are looking|'d)\b|let me know|is there anything|feel free|for (?:more|further|additional|accurate|specific|detailed)\b"
    r"|it (?:is|would be|may be|might be|'s) (?:best|advisable|recommended|better|necessary|helpful|a good idea)\b|would you like|(?:can|could) you (?:please )?(?:provide|clarify|share|specify|give|rephrase|tell)"
    r"|(?:based on|according to|from|in|given|with) (?:the |this |these |my |your )?(?:\w+ ){0,3}(?:context|information|documents?|sources?|passages?|excerpts?|text)(?: (?:provided|given|available|above))?\W*$"
    r"|(?:therefore|thus|hence|so),? (?:the )?answer (?:is|would be) (?:none|unknown|n/a|unanswerable)\W*$"
    r"|(?:the |this |these )?(?:provided |given |available |above )?(?:\w+ )?(?:context|documents?|sources?|passages?|excerpts?|text|spans?|information)(?: (?:provided|given|available|above))?\s(?:only |mainly |primarily |just |solely |instead )?(?:discuss|talk|focus|mention|cover|describe|deal|concern|refer|relate|contain|address|provide|is about|are about|is related|are related)\w*\b"
    r"|(?:es )?tut mir leid|leider\W*$|entschuldigung|ich bedaure|bitte\s|wenden sie sich|ich (?:empfehle|rate)|wenn sie (?:weitere|mehr|möchten)|gerne?\b|sie können (?:sich|gerne)"
    r"|désolée?|je suis (?:vraiment )?désolée?|je m'excuse|malheureusement\W*$|veuillez|n'hésitez|je vous (?:recommande|conseille|suggère|invite)|si vous (?:avez|souhaitez|voulez)"
    r"|lo siento|lo lamento|disculp|perd[óo]n|desafortunadamente\W*$|lamentablemente\W*$|por favor|te recomiendo|le recomiendo|consulte?\b|si (?:tienes|tiene|necesita|desea)|puedes?\s(?:consultar|contactar)"
    r"|üzgünüm|özür dilerim|maalesef\W*$|ne yazık ki\W*$|lütfen|öneririm|tavsiye ederim|daha fazla bilgi için"
    r"|(?:很|非常)?抱歉|对不起|對不起|不好意思|请|請|建议|建議|您可以|你可以|如果(?:您|你)|如需|申し訳|すみません|恐れ入り|ご了承|お問い合わせ|عذر|آسف|أعتذر|يرجى|mi dispiace|spiacente|desculpe|lamento|het spijt|helaas\W*$|извините|к сожалению\W*$)",
    re.IGNORECASE,
)
"""A clause that only apologises, advises whom to ask, or says what the sources are about instead."""

CONTRAST = re.compile(
    r"(?:[,;]|\s[\u2013\u2014-]|\.)?\s(?:but|however|though|although|yet|nevertheless|nonetheless|that said|aber|jedoch|allerdings|doch|sondern|mais|cependant|toutefois|néanmoins|pero|sin embargo|aunque|no obstante"
    r"|ama|ancak|fakat|lakin|yine de|ma|però|tuttavia|mas|porém|contudo|maar|echter|но|однако)(?=[\s,])[\s,]*|[,，；。]?(?:但是|不过|不過|然而|可是|只是|但)[,，]?|(?:が、|ただし、?|しかし、?|けれど(?:も)?、)|[،,]?\s(?:لكن|ولكن|ومع ذلك)\s",
    re.IGNORECASE,
)
CONCESSION = re.compile(
    r"^\W*(?:while|although|though|even though|whilst|despite|even if|obwohl|zwar|auch wenn|bien que|même si|quoique|aunque|si bien|a pesar de|虽然|雖然|尽管|儘管)\s?",
    re.IGNORECASE,
)
"""A clause that grants something, before the main one."""
