export const home = {
  firstDownload: 'Primera descarga: {{what}}',
  title: 'Inicio',
  you: 'Tú',
  needsYouText: 'El servicio rechazó algo, o Doorstep no sabe si llegó. Abre para ver qué y por qué.',
  allSent: 'Todo está enviado',
  noActions: 'Hoy no hay acciones',
  noActionsText: 'Abre Acciones para ver lo que viene.',
  nothingAhead: 'Aún no hay ninguna acción prevista.',
  install: {
    title: 'Guarda Doorstep en este teléfono',
    dialog: 'Se abre desde la pantalla de inicio, y el navegador guarda sus datos más tiempo.',
    steps:
      'Toca Compartir en el navegador y luego «Añadir a pantalla de inicio». Ábrelo allí e inicia sesión una vez.',
    accept: 'Instalar',
  },
  help: { title: '¿Es tu primera vez?', text: 'Cuatro páginas muestran cómo funciona Doorstep.' },
  setup: { title: 'Prepara tu campaña', prices: 'Añadir precios', invite: 'Invitar a personas' },
  left_one:
    '{{name}}: {{number}} persona ya no está en este teléfono, porque la acción terminó o ya no participas.',
  left_other:
    '{{name}}: {{number}} personas ya no están en este teléfono, porque la acción terminó o ya no participas.',
  left_many:
    '{{name}}: {{number}} de personas ya no están en este teléfono, porque la acción terminó o ya no participas.',
  leftUnnamed: 'Una acción',
  team: {
    people_one: '{{count}} persona',
    people_other: '{{count}} personas',
    people_many: '{{count}} de personas',
    ledBy: 'responsable: {{name}}',
    youLead: 'tú eres responsable',
  },
  taken: 'Recaudado hoy',
  cash: 'Efectivo en mano',
  members: 'Afiliaciones',
  offered: {
    title: '{{name}} te entrega {{amount}}',
    text: 'Cuéntalo y confirma.',
  },
} as const;
