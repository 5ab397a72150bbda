export const help = {
  title: 'Ayuda',
  page: '{{page}} de {{pages}}',
  next: 'Siguiente',
  before: 'Anterior',
  done: 'Entendido',
  record: {
    title: 'Registrar en la puerta',
    text: 'Toca Registrar, elige la persona, el importe y la forma de pago, y guarda.',
    more: 'Funciona sin cobertura. Lo guardado se queda en este teléfono y no se pierde.',
  },
  doors: {
    title: 'Anotar cada puerta',
    text: 'Abre tu acción y después Puertas. Un toque dice qué pasó: Conversación, Nadie en casa, Rechazo o Volver.',
    more: 'Deshacer quita la última anotación.',
  },
  send: {
    title: 'Doorstep envía automáticamente',
    text: 'Cuando hay cobertura, Doorstep envía cada registro una vez.',
    more: 'La bandeja de salida muestra lo que espera y lo que te necesita. No borres la app mientras haya registros en espera.',
  },
  correct: {
    title: 'Corregir un error',
    text: 'Deshaz justo después de guardar, o cambia o anula el registro en la bandeja de salida.',
    more: 'Corrige lo enviado hasta que cuentes el efectivo de tu turno. Después lo corrige un gestor.',
  },
} as const;
