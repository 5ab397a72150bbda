export const checkIn = {
  title: 'Registrar mi llegada',
  text: 'Escanea el código en el teléfono de tu responsable o escribe sus cifras.',
  done: 'Tu llegada está registrada: {{team}}, {{time}}',
  doneText: 'Tu responsable lo ve cuando los dos teléfonos hayan tenido cobertura.',
  showText:
    'Este servicio no transmite las llegadas. Muestra esta página a tu responsable, que marcará tu nombre.',
  again: 'Escanear otro código',
  noTeam: 'Todavía no estás en ningún equipo',
  noTeamText:
    'Pide a una persona responsable que te añada. El equipo aparece en este teléfono cuando se conecta al servicio.',
  practiceText:
    'En un día real, tu responsable muestra un código. Lo escaneas y tu nombre queda marcado en la lista.',
  code: {
    title: 'Código de llegada',
    picture: 'Código de llegada: {{team}}',
    how: '{{team}}: todas las personas del equipo escanean este código, con Doorstep o con la cámara del teléfono.',
    valid:
      'Hora límite: {{time}}. Quien registra su llegada queda en la lista cuando los dos teléfonos hayan tenido cobertura.',
    showText:
      'Este servicio no transmite las llegadas. Cada persona te muestra su teléfono y tú la marcas en la lista.',
    notYours: 'Aquí no hay código de llegada para ti',
    notYoursText:
      'Las personas responsables muestran el código de su equipo; quienes gestionan, el de cualquier equipo.',
  },
  refused: {
    unreadable: 'Esto no es un código de llegada.',
    mistyped: 'Estas cifras tienen un error o son de otro espacio. Compáralas con el otro teléfono.',
    hand_over:
      'Este es el código de una entrega de efectivo. Escanéalo en Tu turno › Recibir efectivo de otra persona.',
    receipt: 'Esto es un recibo, no un código de llegada.',
    other_space: 'Este código es de otro espacio. Los dos teléfonos deben estar en el mismo espacio.',
    old: 'Este código tiene más de 12 horas. Pide a tu responsable que lo muestre otra vez.',
    early:
      'Este código es de una hora posterior. Compara los relojes de los dos teléfonos y pide a tu responsable que lo muestre otra vez.',
    other_team:
      'Según este teléfono, no estás en este equipo. Pide a la persona responsable que te añada o te marque como invitado.',
  },
} as const;
