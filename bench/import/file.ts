/** Every hundredth line has a mail address that is none. */
const badEvery = 100;

/** A file of contacts as a register exports it, with a column that is not imported. */
export function contactFile(lines: number): string {
  const header = ['Prénom', 'Nom', 'Email', 'Portable', 'house_number', 'Rue', 'Code postal', 'Ville'];
  const rows = Array.from({ length: lines }, (_, place) => [
    `Vera ${place}`,
    `Voisin ${place % 997}`,
    (place + 1) % badEvery === 0 ? 'nothing' : `v${place}@example.org`,
    `06${String(place).padStart(8, '0')}`,
    String(1 + (place % 60)),
    `rue ${Math.floor(place / 60)} des Tables`,
    '69001',
    'Lyon',
    String(45.7 + (place % 1000) / 10_000),
    String(4.8 + Math.floor(place / 1000) / 10_000),
    `note ${place}`,
  ]);
  return [[...header, 'lat', 'lng', 'Remarque'], ...rows].map((cells) => cells.join(',')).join('\n');
}
