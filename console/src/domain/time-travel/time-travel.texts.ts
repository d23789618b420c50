import { grouped, texts } from '../../platform/texts.ts';

export const useTimeTravelTexts = texts({
  en: {
    now: 'Now',
    shownMoment: (moment: string) => `As of ${moment}`,
    chooseMoment: 'View another point in time',
    at: 'Date and time',
    localZone: 'In your local time',
    utcZone: 'In UTC',
    dayMeansEnd: 'A date without a time means the end of that day.',
    quick: 'Quick choices',
    yesterday: 'Yesterday',
    monthAgo: 'A month ago',
    yearAgo: 'A year ago',
    startOfYear: 'Start of the year',
    show: 'Go to this time',
    needMoment: 'Enter a date and a time.',
    notYet: 'This time is in the future.',
    past: 'Past',
    youSee: (partition: string) => `You are viewing ${partition} as of`,
    youSeeAll: (shown: string) => `You are viewing ${shown} as of`,
    youSeeHeld: (partition: string) => `You are viewing what this service held of ${partition} on`,
    timeAxis: 'View of the past',
    asRecorded: 'As recorded',
    asHeld: 'As held by this service',
    importOn: (day: string, by: string) => `an import on ${day} by ${by}`,
    importsOn: (day: string) => `imports on ${day}`,
    importsBetween: (from: string, to: string) => `imports from ${from} to ${to}`,
    reconstructed: (imports: string) => `Reconstructed from ${imports}.`,
    heldThen: (held: number, recorded: number) =>
      held === 0
        ? 'This service held none of it at that time.'
        : `This service held ${grouped(held)} of ${recorded === 1 ? '1 version' : `${grouped(recorded)} versions`} at that time.`,
    importedSince: (count: number, imports: string) =>
      `${count === 1 ? '1 version is' : `${grouped(count)} versions are`} left out: recorded for that time, but added later by ${imports}.`,
    heldSame: 'This service held the same at that time: nothing was imported for it later.',
    allHeld: 'This is also what is recorded for that time: no import added to it later.',
    thisPartition: 'this partition',
    this: 'this',
    writingOff: 'Read-only.',
    backToNow: 'Back to now',
    unreadable: (text: string) => `“${text}” is not a valid time`,
    unreadableHelp:
      'The time in the address cannot be read. It should look like 2022-03-01T00:00:00Z.',
    future: 'This time is in the future',
    futureHelp: (moment: string) => `The address asks for ${moment}, which is in the future.`,
    preview: 'Preview',
    youPreview: (partition: string) => `You are viewing ${partition} with the change set`,
    youPreviewUnknown: (partition: string) => `You are viewing ${partition} with a change set.`,
    previewOff: 'None of it is committed. Read-only.',
    backToChangeSet: 'Back to the change set',
    leavePreview: 'Leave preview',
    backToPreview: 'Objects in the preview',
    notPreviewed: 'This page is not part of the preview: it shows the partition as it is now.',
    noPreview: 'This change set cannot be viewed',
    noPreviewHelp: 'There is no change set with this ID, or you cannot see it.',
    leftOut: (count: number) =>
      count === 1
        ? '1 change is not shown: it could not be committed as it is'
        : `${grouped(count)} changes are not shown: they could not be committed as they are`,
    moreLeftOut: (count: number) => `And ${grouped(count)} more, on the page of the change set.`,
    operations: {
      create: 'New object',
      newVersion: 'New version',
      end: 'End of the timeline',
      restore: 'Restored version',
    },
  },
  de: {
    now: 'Jetzt',
    shownMoment: (moment: string) => `Stand: ${moment}`,
    chooseMoment: 'Einen anderen Zeitpunkt zeigen',
    at: 'Datum und Uhrzeit',
    localZone: 'In deiner Ortszeit',
    utcZone: 'In der Zeitzone UTC',
    dayMeansEnd: 'Ohne Uhrzeit ist das Ende des Tages gemeint.',
    quick: 'Schnellauswahl',
    yesterday: 'Gestern',
    monthAgo: 'Vor einem Monat',
    yearAgo: 'Vor einem Jahr',
    startOfYear: 'Jahresbeginn',
    show: 'Diesen Zeitpunkt zeigen',
    needMoment: 'Gib Datum und Uhrzeit an.',
    notYet: 'Dieser Zeitpunkt liegt in der Zukunft.',
    past: 'Vergangenheit',
    youSee: (partition: string) => `Du siehst ${partition} auf dem Stand vom`,
    youSeeAll: (shown: string) => `Du siehst ${shown} auf dem Stand vom`,
    youSeeHeld: (partition: string) => `Du siehst den Stand von ${partition} in diesem Dienst am`,
    timeAxis: 'Ansicht der Vergangenheit',
    asRecorded: 'Wie aufgezeichnet',
    asHeld: 'Stand in diesem Dienst',
    importOn: (day: string, by: string) => `einem Import vom ${day} durch ${by}`,
    importsOn: (day: string) => `Importen vom ${day}`,
    importsBetween: (from: string, to: string) => `Importen vom ${from} bis ${to}`,
    reconstructed: (imports: string) => `Rekonstruiert aus ${imports}.`,
    heldThen: (held: number, recorded: number) =>
      held === 0
        ? 'Dieser Dienst hatte damals nichts davon.'
        : `Dieser Dienst hatte damals ${grouped(held)} von ${recorded === 1 ? '1 Version' : `${grouped(recorded)} Versionen`}.`,
    importedSince: (count: number, imports: string) =>
      `${count === 1 ? '1 Version fehlt' : `${grouped(count)} Versionen fehlen`} hier: für diesen Zeitpunkt aufgezeichnet, aber erst später hinzugefügt, aus ${imports}.`,
    heldSame: 'Dieser Dienst hatte damals dasselbe: Später wurde für diese Zeit nichts importiert.',
    allHeld:
      'Dasselbe ist für diesen Zeitpunkt aufgezeichnet: Kein Import hat später etwas hinzugefügt.',
    thisPartition: 'diese Partition',
    this: 'dies',
    writingOff: 'Schreibgeschützt.',
    backToNow: 'Zurück zur Gegenwart',
    unreadable: (text: string) => `„${text}“ ist kein Zeitpunkt`,
    unreadableHelp:
      'Der Zeitpunkt in der Adresse ist nicht lesbar. Er sollte aussehen wie 2022-03-01T00:00:00Z.',
    future: 'Dieser Zeitpunkt liegt in der Zukunft',
    futureHelp: (moment: string) => `Die Adresse verlangt ${moment}; das liegt in der Zukunft.`,
    preview: 'Vorschau',
    youPreview: (partition: string) => `Du siehst ${partition} mit dem Änderungssatz`,
    youPreviewUnknown: (partition: string) => `Du siehst ${partition} mit einem Änderungssatz.`,
    previewOff: 'Davon ist noch nichts geschrieben. Schreibgeschützt.',
    backToChangeSet: 'Zurück zum Änderungssatz',
    leavePreview: 'Vorschau verlassen',
    backToPreview: 'Objekte in der Vorschau',
    notPreviewed:
      'Diese Seite gehört nicht zur Vorschau: Sie zeigt die Partition, wie sie jetzt ist.',
    noPreview: 'Dieser Änderungssatz lässt sich nicht ansehen',
    noPreviewHelp: 'Es gibt keinen Änderungssatz mit dieser ID, oder du darfst ihn nicht sehen.',
    leftOut: (count: number) =>
      count === 1
        ? '1 Änderung fehlt hier: Sie ließe sich so nicht schreiben'
        : `${grouped(count)} Änderungen fehlen hier: Sie ließen sich so nicht schreiben`,
    moreLeftOut: (count: number) =>
      `Und ${grouped(count)} weitere, auf der Seite des Änderungssatzes.`,
    operations: {
      create: 'Neues Objekt',
      newVersion: 'Neue Version',
      end: 'Ende der Zeitlinie',
      restore: 'Wiederhergestellte Version',
    },
  },
});
