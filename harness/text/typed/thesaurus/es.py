"""Spanish."""

IRREGULAR = """
andar anduvo anduvieron
caber cabe cupo
caer cae cayó cayeron caído
comenzar comienza comienzan comenzó comenzaron comenzado
conducir conduce condujo condujeron
conocer conoce conocido
contar cuenta cuentan contó contado
costar cuesta cuestan costó costaron costado
dar da dan dio dieron dado
decir dice dicen dijo dijeron dicho
despedir despide despidió despidieron despedido
disminuir disminuye disminuyen disminuyó disminuyeron
dormir duerme duermen durmió durmieron
elegir elige eligen eligió eligieron elegido
empezar empieza empiezan empezó empezaron empezado
encender enciende encienden encendió encendido
entender entiende entienden entendió
estar está están estuvo estuvieron estado
freír fríe frito
hacer hace hacen hizo hicieron hecho
incluir incluye incluyen incluyó incluyeron incluido
ir va van fue fueron iba
leer lee leen leyó leído
medir mide miden midió
morir muere mueren murió murieron muerto muerta muertos
mostrar muestra muestran mostró
mover mueve mueven movió
nacer nace nacen nació
obtener obtiene obtienen obtuvo obtuvieron obtenido
oír oye oyen oyó oído
pedir pide piden pidió pidieron
pensar piensa piensan pensó
perder pierde pierden perdió perdieron perdido
poder puede pueden pudo pudieron podrá
poner pone ponen puso pusieron puesto puesta
probar prueba prueban probó
producir produce producen produjo produjeron
proteger protege protegen protegió
querer quiere quieren quiso
reducir reduce reducen redujo redujeron reducido reducida
romper rompe rompen rompió roto rota
saber sabe saben supo
salir sale salen salió salieron
seguir sigue siguen siguió siguieron
sentir siente sienten sintió
ser es son fue fueron era eran sido
servir sirve sirven sirvió
sustituir sustituye sustituyen sustituyó sustituyeron sustituido
tener tiene tienen tuvo tuvieron tenido tendrá
traer trae traen trajo trajeron traído
vender vende venden vendió vendieron vendido
venir viene vienen vino vinieron venido
ver ve ven vio vieron visto vista
vestir viste visten vistió
volver vuelve vuelven volvió volvieron vuelto
abrir abre abren abrió abrieron abierto abierta abiertos abiertas
cerrar cierra cierran cerró cerraron cerrado cerrada
cubrir cubre cubren cubrió cubierto cubierta
escribir escribe escriben escribió escrito escrita
descubrir descubre descubren descubrió descubierto
resolver resuelve resuelven resolvió resuelto
adquirir adquiere adquieren adquirió adquirieron adquirido
aparecer aparece aparecen apareció aparecieron aparecido
crecer crece crecen creció crecieron crecido
recomendar recomienda recomiendan recomendó recomendado
"""

IRREGULAR_NOUNS = """
mes meses
vez veces
ley leyes
"""

VERBS = """
contar formar_parte pertenecer integrar
devolver reembolsar devolución.n reembolso.n
anular cancelar anulación.n cancelación.n
entregar entrega.n
arrendar alquilar arriendo.n alquiler.n
constar componerse estar_formado estar_compuesto
consumir consumo.n
contar registrar contabilizar
gestionar administrar llevar gestión.
encontrar situar ubicar
correr_con pagar asumir
asumir pagar cubrir
acompañar ir_con
devolver retornar entregar
retirar recoger
descontar deducir retener
avisar advertir alertar
aparcar estacionar aparcamiento.
recargar cargar recarga.
montar ensamblar montaje.
desmontar retirar
pulsar presionar apretar
fijar sujetar
vigilar supervisar controlar vigilancia.
tratar tratamiento.n
recetar prescribir receta.n
operar operación.n
aliviar calmar
agravar empeorar
vacunar vacunación.n
guardar almacenar
borrar eliminar suprimir
actualizar actualización.n
descargar bajar descarga.n
reiniciar reinicio.n
afiliarse unirse afiliación.n
formar capacitar formación.n
cargar embarcar
asegurar cubrir seguro.n
ahorrar economizar ahorro.n
consumir gastar consumo.n
cosechar recoger cosecha.n
rescatar salvar rescate.n
robar sustraer robo.n
detener arrestar detención.n
condenar condena.n
absolver absolución.n
confirmar ratificar confirmación.n
reclamar reclamación.n
garantizar asegurar garantía.n
exponer mostrar exposición.n
reunirse sesionar reunión.n
acoger albergar recibir
alojar hospedar
destruir arrasar destrucción.
ocurrir suceder producirse
visitar visita.n
deber tener_que
poder estar_permitido
admitir aceptar permitir
remolcar retirar
empezar comenzar iniciar arrancar inicio.n comienzo.n
terminar acabar finalizar concluir fin.n final.n
vencer caducar expirar vencimiento.n
comprar adquirir compra.n adquisición.n
vender enajenar venta.n
recibir obtener cobrar percibir
dar entregar otorgar conceder proporcionar
pagar abonar pago.n abono.n
devolver reembolsar restituir reembolso.n devolución.n
costar valer precio.n coste.n
reducir bajar disminuir rebajar reducción.n
bajar caer descender disminuir caída.n descenso.n
aumentar subir incrementar elevar aumento.n subida.n incremento.n
subir crecer aumentar
prolongar ampliar extender prórroga.n ampliación.n
cerrar cierre.n
abrir apertura.n
apagar desconectar desactivar
encender conectar activar
rechazar denegar desestimar rechazo.n
despedir cesar despido.n
contratar incorporar contratación.n
aprobar autorizar aceptar aprobación.
permitir autorizar permiso.n autorización.n
prohibir vetar prohibición.n
incluir contener comprender abarcar
eliminar quitar retirar suprimir eliminación.
cancelar anular suspender cancelación.n
aplazar posponer retrasar aplazamiento.n
trasladar mover mudar traslado.n
sustituir reemplazar cambiar sustitución.n
suceder reemplazar
dimitir renunciar dimisión.n renuncia.n
nombrar designar nombramiento.n
fundar crear establecer fundación.
construir edificar levantar construcción.
fabricar producir elaborar fabricación.
mejorar perfeccionar mejora.n
reparar arreglar reparación.n
renovar reformar renovación.
usar utilizar emplear uso.n
durar prolongarse duración.
continuar seguir proseguir
conservar guardar mantener almacenar conservación.
celebrar realizar tener_lugar
mostrar indicar revelar
hallar encontrar descubrir
anunciar comunicar declarar anuncio.n
decir afirmar declarar señalar
informar avisar notificar
recomendar aconsejar recomendación.n
proponer sugerir propuesta.n
pedir solicitar exigir solicitud.n
prever esperar
comprobar verificar revisar
estudiar examinar analizar estudio.n
elegir escoger seleccionar
decidir resolver decisión.n
firmar suscribir firma.n
presentar entregar
enviar mandar remitir envío.n
entregar repartir entrega.n
llegar llegada.n
salir partir salida.n
tomar ingerir administrar toma.n
causar provocar ocasionar
evitar impedir prevenir
proteger preservar
dañar estropear daño.n
morir fallecer muerte. fallecimiento.
ayudar apoyar ayuda. apoyo.
criticar censurar crítica.n
ganar vencer victoria.n
derrotar vencer
perder derrota.n
participar tomar_parte participación.
inscribir registrar inscripción.n
cumplir respetar
superar exceder sobrepasar
necesitar requerir precisar
vivir residir
escribir redactar
publicar editar publicación.
dirigir encabezar liderar
alquilar arrendar alquiler.n
aparecer surgir presentar
triturar machacar
entrar_en_vigor surtir_efecto
dar_positivo prueba_positiva
"""

NOUNS = """
solicitante candidato aspirante
plazo período término
fabricante productor
vendedor comerciante
proveedor suministrador
envío entrega despacho
almacén depósito
remitente expedidor
destinatario receptor
factura recibo
recibo ticket comprobante
descuento rebaja
recargo suplemento
fianza depósito
préstamo crédito
acción participación
accionista socio
dirección junta
departamento área sección
teletrabajo trabajo_a_distancia
baja_médica baja_por_enfermedad
riñón renal.
hígado hepático. hepática.
corazón cardíaco. cardíaca.
fiebre temperatura
dolor molestia
erupción sarpullido
efecto_secundario efecto_adverso
inyección pinchazo
caja envase
prospecto instrucciones.
botón tecla
cable cordón
batería pila
tienda comercio establecimiento
joven adolescente
jubilado pensionista
sucursal filial oficina
sede oficina_central
alcalde regidor
camino sendero
parada estación
tren convoy
vuelo conexión
bosque monte
cosecha rendimiento
recinto instalaciones.
longitud largo.
altura alto.
anchura ancho.
profundidad hondo.
empleado trabajador personal. plantilla
empresa compañía sociedad firma
cliente comprador
inquilino arrendatario
arrendador propietario
dueño propietario
jefe director_general
abogado letrado
médico doctor
paciente enfermo
medicamento medicina fármaco
comprimido pastilla tableta píldora
dosis. dosificación.
enfermedad dolencia
alumno estudiante
profesor maestro docente
niño menor
viajero pasajero
coche automóvil vehículo carro
carretera vía
edificio inmueble
piso apartamento
habitación cuarto sala
tarifa precio coste
entrada. billete
sueldo salario
beneficio ganancia
ingresos. ventas.
impuesto tributo
contrato acuerdo convenio
período periodo
vacaciones. permiso
pausa interrupción descanso
reunión sesión junta
norma regla
inicio comienzo principio
fin final
parte porción
número cantidad
objetivo meta
razón causa motivo
problema dificultad
error fallo
avería fallo
aparato dispositivo
pantalla monitor
ordenador computadora
teléfono móvil
contraseña clave
envase embalaje
habitante residente vecino
ciudad municipio
país estado nación
investigador científico
partido encuentro
equipo conjunto
entrenador técnico
incendio fuego
exposición muestra
libro obra
periódico diario
basura residuos.
"""

WORDS = """
largo larga longitud
alto alta altura
ancho ancha anchura
trimestral al_trimestre cada_trimestre
semestral cada_seis_meses
en_el_lugar in_situ
en_el_extranjero fuera_del_país
por_escrito escrito
en_efectivo al_contado
por_correo por_vía_postal
agotado sin_existencias
disponible en_existencias
obligatorio obligatoria preceptivo exigido
opcional voluntario facultativo
gratis gratuito gratuita gratuitamente sin_coste sin_cargo
permitido autorizado permitida autorizada
prohibido prohibida vetado
necesario preciso imprescindible
inmediatamente enseguida sin_demora de_inmediato
automáticamente por_sí_solo por_sí_mismo
anual al_año cada_año por_año
mensual al_mes cada_mes por_mes
semanal a_la_semana cada_semana por_semana
diario al_día cada_día por_día
actualmente en_la_actualidad ahora hoy
anteriormente antes previamente
antiguo antigua ex
después luego posteriormente
adicional extra
unos aproximadamente alrededor_de cerca_de
generalmente normalmente por_lo_general
frecuentemente a_menudo
rara_vez raramente
vigente en_vigor válido
nuevo nueva
importante esencial fundamental
rápido rápidamente deprisa
fácil sencillo
difícil complicado
peligroso arriesgado
caro costoso
barato económico
en_ayunas estómago_vacío ayunas
junto conjuntamente
todos_los_días diariamente a_diario
con_antelación de_antemano
sin_interrupción ininterrumpidamente
"""

LANDS = """
españa español española españoles españolas
francia francés francesa franceses
alemania alemán alemana alemanes
italia italiano italiana italianos
portugal portugués portuguesa
inglaterra inglés inglesa
méxico mexicano mexicana mexicanos
argentina argentino argentinos
chile chileno chilena chilenos
perú peruano peruana peruanos
colombia colombiano colombiana
brasil brasileño brasileña
estados_unidos estadounidense estadounidenses
china chino chinos
japón japonés japonesa
rusia ruso rusa rusos
turquía turco turca turcos
europa europeo europea europeos
"""

SMALL = """
permitido permitida autorizado puede pueden
obligatorio obligatoria obligado debe deben
recomendado aconsejable debería deberían
"""
