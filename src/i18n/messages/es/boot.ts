/** What is said before there is a screen to show. */
export const boot = {
  opening: 'Abriendo tus registros…',
  elsewhere: {
    title: 'Doorstep está abierto en otra pestaña',
    text: 'Tus registros solo pueden estar abiertos en un sitio a la vez. Sigue en esa pestaña, o sigue aquí: la otra cerrará antes sus registros y no se pierde nada.',
    takeOver: 'Seguir aquí',
  },
  insecure: {
    title: 'Esta dirección no es lo bastante segura para guardar registros',
    text: 'Empieza por http://, y ahí el navegador no da almacenamiento a la página. Abre la dirección que empieza por https://. Quien lleva este servicio pone delante un proxy con certificado: docs/deploy.md explica cómo.',
  },
  unsupported: {
    title: 'Este navegador no puede guardar registros',
    text: 'Es demasiado antiguo, o esta ventana es privada y no guarda nada. Abre Doorstep en una ventana normal de un navegador al día.',
  },
  unreadable: {
    title: 'Los registros de antes no se pueden abrir',
    text: 'Este teléfono ya no tiene la clave de los registros que se guardaron en él: se restauró desde una copia, o se vació su llavero. No se ha eliminado nada; el archivo antiguo sigue en el teléfono. Lo que ya se había enviado está a salvo en el servicio. Si quedaba algo sin enviar, avisa a tu equipo antes de seguir.',
    goOn: 'Seguir sin ellos',
  },
  notFound: {
    title: 'No hay nada en esta dirección',
    text: 'Puede que el enlace sea antiguo o esté cortado. Tus registros siguen donde estaban.',
    home: 'Ir al inicio',
  },
  failed: {
    title: 'No se pudieron abrir los registros de este dispositivo',
    tryAgain: 'Reintentar',
    full: 'No queda espacio en este dispositivo. Libera espacio y vuelve a intentarlo; no se pierde nada de lo guardado.',
    not_a_database: 'El archivo de esta aplicación contiene otra cosa. Se dejó como estaba.',
    not_ours: 'El archivo de esta aplicación es de otro programa. Se dejó como estaba.',
    newer_version:
      'Los registros los escribió una versión más nueva de esta aplicación. Se dejaron como estaban; actualiza la aplicación para abrirlos.',
    not_durable:
      'Este dispositivo no puede garantizar que un registro guardado sobreviva a un fallo, así que nada estaría a salvo aquí.',
    not_encrypted:
      'Esta aplicación se construyó sin cifrado, así que nada estaría a salvo aquí. Consíguela en la tienda de tu organización.',
    no_key:
      'El teléfono no entregó la clave de tus registros. Desbloquea el teléfono y vuelve a intentarlo; no se tocó nada.',
    in_use: 'Otra ventana sigue usando los registros. Ciérrala y vuelve a intentarlo.',
    damaged:
      'El dispositivo no pudo leer su propio almacenamiento. Reinícialo y vuelve a intentarlo; no borres la aplicación, tus registros están en ella.',
    failed: 'Pasó algo inesperado. Lo guardado sigue en este dispositivo.',
  },
} as const;
