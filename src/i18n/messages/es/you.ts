/** Who one is here, the spaces one belongs to, and the way out. */
export const you = {
  title: 'Tú',
  profile: 'Tu perfil',
  spaces: 'Tus espacios',
  space: 'Espacio {{id}}',
  here: 'Estás aquí',
  switch: 'Ir allí',
  waiting_one: '{{count}} registro espera aquí hasta que vuelvas',
  waiting_other: '{{count}} registros esperan aquí hasta que vuelvas',
  waiting_many: '{{count}} de registros esperan aquí hasta que vuelvas',
  apart: 'Cada espacio guarda sus propios registros en este teléfono.',
  spacesUnknown: 'Aún no se sabe: hace falta cobertura una vez.',
  switched: {
    title: 'Ahora estás en {{name}}',
    offline: 'Sin cobertura. Hace falta para ir a otro espacio: el servicio tiene que saberlo.',
    refused: 'El servicio no te dejó ir allí.',
    not_now: 'El servicio no respondió. Prueba en un momento.',
  },
  invite: 'Invitar a personas',
  joinCode: 'Mostrar el código de entrada',
  signOut: {
    button: 'Salir',
    title: '¿Salir?',
    text: 'Lo que este teléfono ha leído se quita de él. Puedes volver a unirte en cualquier momento.',
    confirm: 'Salir',
    unsentTitle: 'Todavía no',
    unsent_one: '{{count}} registro de este teléfono aún no se ha enviado. Sin ti nadie podría enviarlo.',
    unsent_other:
      '{{count}} registros de este teléfono aún no se han enviado. Sin ti nadie podría enviarlos.',
    unsent_many:
      '{{count}} de registros de este teléfono aún no se han enviado. Sin ti nadie podría enviarlos.',
    unsentHelp: 'Envíalos antes, o compártelos desde Envíos.',
    outbox: 'Abrir Envíos',
  },
} as const;
