/** The fictional organization of the demo: units as a tree. */
export const demoUnits: readonly { name: string; below: string | null; domains?: string[] }[] = [
  { name: 'Lifecycle Watch', below: null, domains: ['example.org'] },
  { name: 'Engineering', below: 'Lifecycle Watch' },
  { name: 'Platform', below: 'Engineering' },
  { name: 'Databases', below: 'Platform' },
  { name: 'Runtimes', below: 'Platform' },
  { name: 'Interfaces', below: 'Engineering' },
  { name: 'Quality', below: 'Engineering' },
  { name: 'Operations', below: 'Lifecycle Watch' },
  { name: 'Vienna', below: 'Operations' },
  { name: 'Leipzig', below: 'Operations' },
  { name: 'Service desk', below: 'Operations' },
  { name: 'Customers', below: 'Lifecycle Watch' },
  { name: 'Austria and Germany', below: 'Customers' },
  { name: 'Nordic countries', below: 'Customers' },
  { name: 'People and money', below: 'Lifecycle Watch' },
  { name: 'Fjordline', below: null, domains: ['fjordline.example'] },
  { name: 'Research', below: 'Fjordline' },
  { name: 'Field work', below: 'Fjordline' },
];

const givenNames =
  'Amina Anton Astrid Bela Birgit Björn Carla Casimir Dagny Dario Edda Elif Emil Eszter Fabian Fatou Finn Frida Gero Greta Hanna Henrik Ida Ilja Ines Ivo Jana Jonas Julia Kaan Karin Kjell Lea Leonid Lidia Lorenz Luca Maja Malik Marta Mats Mira Nadia Nils Noor Olga Oskar Paula Pavel Petra Quirin Rahel Rasmus Rosa Samir Selma Sigrid Stefan Tamar Theo Tilda Tomas Ulrike Vera Viggo Wanda Xenia Yara Yusuf Zora'.split(
    ' ',
  );
const familyNames =
  'Aalto Adler Bakke Baumgartner Berg Brandt Costa Dahl Demir Eder Egger Fischer Fuchs Gruber Haas Hansen Hofer Holm Huber Ivanova Jansen Jung Kaya Kern Klein Koller Kovács Lang Larsen Lindqvist Maier Moser Müller Nagy Nilsen Novak Öztürk Pichler Popescu Reiter Rossi Sandvik Schmid Schröder Seidl Solberg Steiner Strand Szabó Torres Unger Vogel Wagner Weiß Wimmer Winkler Wolf Yildiz Zeller Zimmermann'.split(
    ' ',
  );

export interface DemoPerson {
  name: string;
  email: string;
  unit: string;
  lang: 'en' | 'de';
}

/** The same people at every start, with unique names. */
export function demoPeople(count: number): DemoPerson[] {
  const units = demoUnits.map(({ name }) => name);
  return Array.from({ length: count }, (_, index) => {
    const given = givenNames[index % givenNames.length] ?? '';
    const family =
      familyNames[(index * 7 + Math.floor(index / givenNames.length)) % familyNames.length] ?? '';
    const unit = units[(index * 5 + Math.floor(index / 11)) % units.length] ?? '';
    const domain = isFjordline(unit) ? 'fjordline.example' : 'example.org';
    return {
      name: `${given} ${family}`,
      email: `${plain(given)}.${plain(family)}@${domain}`,
      unit,
      lang: index % 3 === 0 ? 'de' : 'en',
    };
  });
}

function isFjordline(unit: string): boolean {
  for (let at: string | null | undefined = unit; at != null;)
    if (at === 'Fjordline') return true;
    else at = demoUnits.find(({ name }) => name === at)?.below;
  return false;
}

/** Replaces letters that are unusual in addresses: ö by o, ß by ss. */
function plain(name: string): string {
  return name
    .normalize('NFD')
    .replaceAll(/\p{Mark}/gu, '')
    .replaceAll('ß', 'ss')
    .toLowerCase();
}
