/** Start of the app, and why it cannot start. */
export const boot = {
  opening: 'Abriendo tus registros…',
  elsewhere: {
    title: 'Doorstep está abierto en otra pestaña',
    text: 'Solo una pestaña a la vez puede usar tus registros. Continúa en la otra pestaña, o continúa aquí: la otra cerrará antes sus registros y no se pierde nada.',
    takeOver: 'Continuar aquí',
    noAnswer: 'La otra pestaña no cierra sus registros. Cierra esa pestaña y pulsa el botón de nuevo.',
  },
  insecure: {
    title: 'Esta dirección no es lo bastante segura para guardar registros',
    text: 'La dirección empieza por http://, y ahí el navegador no da almacenamiento a la página. Abre la dirección que empieza por https://. Quien lleva este servicio pone delante un proxy con certificado: docs/deploy.md explica cómo.',
  },
  unsupported: {
    title: 'Este navegador no puede guardar registros',
    text: 'El navegador es demasiado antiguo, o esta ventana es privada y no guarda nada. Abre Doorstep en una ventana normal de un navegador actualizado.',
  },
  unreadable: {
    title: 'Doorstep no puede abrir los registros anteriores',
    text: 'Este teléfono ya no tiene la clave de los registros guardados en él: el teléfono se restauró desde una copia de seguridad, o se vació su llavero. Doorstep no ha eliminado nada; el archivo antiguo sigue en el teléfono. Los registros enviados están a salvo en el servicio. Si quedaba alguno sin enviar, avisa a tu equipo antes de continuar.',
    goOn: 'Continuar sin ellos',
  },
  deleted: {
    title: 'Los registros de este teléfono ya no están',
    text: 'El sistema o el navegador eliminó los registros que Doorstep guardaba aquí. Los que no se enviaron se han perdido: avisa a tu equipo y regístralos de nuevo. Doorstep descarga todo lo que tiene el servicio.',
    goOn: 'Continuar',
  },
  notFound: {
    title: 'No hay nada en esta dirección',
    text: 'Puede que el enlace sea antiguo o esté incompleto. Tus registros están a salvo.',
    home: 'Ir al inicio',
  },
  failed: {
    title: 'Doorstep no pudo abrir los registros de este dispositivo',
    tryAgain: 'Reintentar',
    full: 'Este dispositivo no tiene espacio. Libera espacio e inténtalo de nuevo. No se pierde ningún registro guardado.',
    not_a_database: 'El archivo de esta aplicación contiene otra cosa. Doorstep no lo ha modificado.',
    not_ours: 'El archivo de esta aplicación es de otro programa. Doorstep no lo ha modificado.',
    newer_version:
      'Una versión más nueva de esta aplicación escribió los registros. Doorstep no los ha modificado. Actualiza la aplicación para abrirlos.',
    not_durable:
      'Este dispositivo no puede garantizar que un registro guardado sobreviva a un fallo. Por eso Doorstep no guarda nada aquí.',
    not_encrypted:
      'Esta aplicación se construyó sin cifrado. Por eso Doorstep no guarda nada aquí. Consigue la aplicación en la tienda de tu organización.',
    no_key:
      'El teléfono no dio a Doorstep la clave de tus registros. Desbloquea el teléfono e inténtalo de nuevo. No ha cambiado nada.',
    in_use: 'Otra ventana sigue usando los registros. Ciérrala e inténtalo de nuevo.',
    damaged:
      'El dispositivo no pudo leer su propio almacenamiento. Reinicia el dispositivo e inténtalo de nuevo. No elimines la aplicación: tus registros están en ella.',
    failed: 'Pasó algo inesperado. Tus registros guardados siguen en este dispositivo.',
  },
} as const;
