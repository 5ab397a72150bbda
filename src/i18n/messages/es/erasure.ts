/** Exporting and erasing the data of one person. */
export const erasure = {
  title: 'Datos personales',
  text: 'Cuando una persona pide sus datos o pide borrarlos.',
  export: 'Exportar todo sobre esta persona',
  notShared: 'Doorstep no pudo compartir el archivo.',
  erase: 'Borrar a esta persona',
  ask: '¿Borrar a {{name}} para siempre?',
  askText: {
    contact:
      'El servicio y todos los teléfonos borran el nombre, la dirección y todo lo demás sobre esta persona. Los pagos quedan, sin la persona, sus notas ni sus detalles de pago. Las copias de seguridad guardan los datos hasta que se borren. Nadie puede deshacerlo.',
    user: 'El servicio vacía la cuenta y cierra su sesión en todas partes. Los pagos que registró esta persona quedan con un número. Si la persona pertenece también a otro espacio, allí conserva su cuenta. Las copias de seguridad guardan los datos hasta que se borren. Nadie puede deshacerlo.',
  },
  confirm: 'Borrar para siempre',
  done: 'Se borró a {{name}}',
  refused: {
    contact: 'El servicio no lo permitió.',
    user: 'El servicio no lo permitió. No puedes borrar a una persona con un rol superior al tuyo.',
  },
};
