/** Gifts of new supporters that are not linked to a contact. */
export const unlinked = {
  title: 'Donativos sin contacto',
  text: 'De personas que aún no eran un contacto.',
  note_one: 'Un donativo no tiene contacto',
  note_many: '{{count}} donativos no tienen contacto',
  note_other: '{{count}} donativos no tienen contacto',
  noteText: 'Enlázalos para que el contacto muestre lo que dio la persona.',
  forbidden: 'Para gestores',
  forbiddenText: 'Los gestores enlazan donativos con contactos.',
  empty: 'Cada donativo tiene su contacto',
  emptyText: 'Los donativos de nuevos simpatizantes aparecen aquí cuando llegan.',
  matches: 'Puede ser esta persona',
  similar: 'Nombre, correo o teléfono parecidos',
  link: 'Enlazar',
  other: 'Otro contacto',
  create: 'Crear un contacto y enlazar',
  problem: {
    offline: 'Un contacto nuevo necesita cobertura. Ya puedes enlazar el donativo con un contacto existente.',
    not_now: 'El servicio no ha respondido. No se ha creado nada. Inténtalo de nuevo.',
    refused: 'El servicio ha rechazado el contacto nuevo. Añádelo en Contactos y enlázalo aquí.',
  },
} as const;
