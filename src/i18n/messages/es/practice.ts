/** Practice mode; `words` are the names in its invented space. */
export const practice = {
  title: 'Modo de práctica',
  about: 'Prueba todo con personas inventadas. No se envía nada, y tus registros quedan como están.',
  start: 'Empezar a practicar',
  bar: 'Práctica: no se envía nada',
  leave: 'Salir de la práctica',
  line: 'Lo que registras aquí se borra cuando sales.',
  blocked: 'Práctica: nada sale de este teléfono',
  noCodes: 'En la práctica no hay códigos',
  noCodesText:
    'En una entrega real, un teléfono muestra un código. La otra persona lo escanea, cuenta el efectivo y muestra una respuesta.',
  words: {
    space: 'Espacio de práctica',
    action: 'Ronda de práctica',
    pitch: 'Hola, estamos practicando. Registra un donativo, marca unas puertas y deshaz algo.',
    team: 'Equipo de práctica',
    street: 'calle de la Prueba',
    town: 'Villaejemplo',
  },
} as const;
