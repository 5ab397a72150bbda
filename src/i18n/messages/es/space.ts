/** The settings of the space. */
export const space = {
  title: 'Ajustes del espacio',
  text: 'Nombre, personas nuevas, segundo paso, quién ve qué, mapas y cuánto tiempo se guardan los datos.',
  forbidden: 'Para la gestión y la administración',
  forbiddenText: 'La gestión y la administración cambian estos ajustes, con un servicio que lo permita.',
  nameMissing: 'Pon un nombre al espacio.',
  people: 'Quién puede entrar',
  newcomersHint:
    'Con un código válido durante 15 minutos. La persona nueva confirma su correo y entra en el equipo con el rol más bajo.',
  secondStepHint: 'Se configura en el próximo inicio de sesión.',
  maps: 'Mapas',
  mapsText:
    'Los mapas no necesitan un servidor de teselas. Con uno propio, los teléfonos con conexión cargan sus teselas; el servidor ve qué zona miran.',
  tileAddress: 'Dirección de las teselas',
  tileAddressHint:
    'Por ejemplo https://tiles.example.org/{z}/{x}/{y}.png. El servidor debe permitir cualquier origen (CORS).',
  tileAddressWrong:
    'Escribe una dirección que empiece por https:// y contenga {z}, {x} e {y} una vez cada uno.',
  attribution: 'Atribución',
  attributionHint: 'Siempre visible en el mapa, por ejemplo © colaboradores de OpenStreetMap.',
  attributionMissing: 'Indica quién hizo el mapa: su licencia lo pide.',
  retention: 'Cuánto tiempo se guardan los datos',
  retentionText:
    'Los datos más antiguos se eliminan automáticamente. Los contactos y los pagos nunca se eliminan así.',
  shorterAsk: '¿Eliminar los datos más antiguos?',
  shorterText: 'Lo más antiguo se elimina ahora y no se puede recuperar.',
  shorterConfirm: 'Guardar y eliminar',
  limits: 'De {{shortest}} a {{longest}} días.',
  daysWrong: 'Escribe un número entero de {{shortest}} a {{longest}}.',
  visibility: {
    assigned: 'Quienes están asignados',
    assignedText:
      'El voluntariado tiene los contactos de sus acciones y sus propias donaciones, quienes dirigen equipos también las de sus equipos, y la gestión todo.',
    everyone: 'Todo el mundo en el espacio',
    everyoneText: 'Cada teléfono tiene todos los contactos y donaciones: para grupos pequeños.',
  },
  searchers: {
    managers: 'Gestión',
    managersText: 'Encuentra a todas las personas del espacio por su nombre.',
    leaders: 'Gestión y responsables de equipo',
    leadersText:
      'Quien coordina ve primero un nombre y una ciudad. Cada persona que abre queda en el registro.',
  },
  field: {
    name: 'Nombre del espacio',
    newcomer_codes: 'Quien coordina puede dejar entrar a personas nuevas en su equipo',
    second_factor_required: 'La gestión y la administración necesitan un segundo paso al iniciar sesión',
    visibility: 'Quién ve los contactos, las donaciones y las personas',
    search_everyone: 'Quién puede buscar a todo el mundo',
    map_tiles: 'Servidor de teselas de los mapas',
    audit_days: 'Días que se guarda el registro',
    mail_days: 'Días que se guardan los correos enviados',
    response_days: 'Días que se guardan las respuestas a los teléfonos',
  },
  hint: {
    audit_days: 'Quién cambió qué.',
    mail_days: 'Dirección y fecha, sin el texto.',
    response_days: 'Después se sigue reconociendo un registro que un teléfono envía otra vez.',
  },
} as const;
