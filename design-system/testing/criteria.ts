/** A success criterion of WCAG 2.2 that the library covers, and how. */
export interface Criterion {
  number: string
  name: string
  level: 'A' | 'AA' | 'AAA'
  how: string
}

/** In the order of WCAG. AAA criteria are met by choice. */
export const criteria: readonly Criterion[] = [
  {
    number: '1.1.1',
    name: 'Non-text content',
    level: 'A',
    how: 'Icons are decorative or labelled; charts, graph and map have a name, a summary sentence and a data view',
  },
  {
    number: '1.3.1',
    name: 'Info and relationships',
    level: 'A',
    how: 'Native elements first; names of groups, headers and landmarks; read from the accessibility tree',
  },
  {
    number: '1.3.2',
    name: 'Meaningful sequence',
    level: 'A',
    how: 'Order in the document is reading order in both directions',
  },
  {
    number: '1.3.5',
    name: 'Identify input purpose',
    level: 'AA',
    how: '`autocomplete` reaches the control of a field',
  },
  {
    number: '1.4.1',
    name: 'Use of colour',
    level: 'A',
    how: 'Text, icon and shape beside every colour; patterns and dashes in charts; links in text underlined',
  },
  {
    number: '1.4.3',
    name: 'Contrast (minimum)',
    level: 'AA',
    how: 'Every published pair of tokens is computed; axe in each story and theme',
  },
  { number: '1.4.4', name: 'Resize text', level: 'AA', how: 'Sizes in rem' },
  { number: '1.4.10', name: 'Reflow', level: 'AA', how: 'Stories at 320 pixels' },
  {
    number: '1.4.11',
    name: 'Non-text contrast',
    level: 'AA',
    how: 'Borders of controls, focus rings and marks of data have at least 3:1',
  },
  { number: '1.4.12', name: 'Text spacing', level: 'AA', how: 'No fixed heights around running text' },
  {
    number: '1.4.13',
    name: 'Content on hover or focus',
    level: 'AA',
    how: 'Hints can be hovered, dismissed with Escape, and stay',
  },
  { number: '2.1.1', name: 'Keyboard', level: 'A', how: 'A key table for each composite, each key pressed in a story' },
  {
    number: '2.1.2',
    name: 'No keyboard trap',
    level: 'A',
    how: 'Tab leaves editor and grid; layers release on Escape',
  },
  {
    number: '2.1.4',
    name: 'Character key shortcuts',
    level: 'A',
    how: 'Single keys work in their region only and can be turned off',
  },
  {
    number: '2.2.1',
    name: 'Timing adjustable',
    level: 'A',
    how: 'Messages with actions stay; others pause on hover, focus and in a hidden tab',
  },
  { number: '2.3.3', name: 'Animation from interactions', level: 'AAA', how: 'Reduced motion takes away all movement' },
  { number: '2.4.1', name: 'Bypass blocks', level: 'A', how: 'Skip link first' },
  {
    number: '2.4.3',
    name: 'Focus order',
    level: 'A',
    how: 'Entry, exit and restoration are written in the contract and played',
  },
  {
    number: '2.4.6',
    name: 'Headings and labels',
    level: 'AA',
    how: 'Names are required by the types where there is no visible text',
  },
  { number: '2.4.7', name: 'Focus visible', level: 'AA', how: 'One ring, 2 pixels, at least 3:1' },
  { number: '2.4.11', name: 'Focus not obscured (minimum)', level: 'AA', how: 'Sticky parts reserve scroll padding' },
  { number: '2.5.3', name: 'Label in name', level: 'A', how: 'The accessible name holds the visible text' },
  { number: '2.5.7', name: 'Dragging movements', level: 'AA', how: 'Every drag has a button or a key beside it' },
  { number: '2.5.8', name: 'Target size (minimum)', level: 'AA', how: '24 pixels, 40 for a coarse pointer' },
  { number: '3.1.2', name: 'Language of parts', level: 'AA', how: 'Language and direction on the page; data isolated' },
  { number: '3.3.1', name: 'Error identification', level: 'A', how: 'Text tied to its field, a summary with links' },
  {
    number: '3.3.2',
    name: 'Labels or instructions',
    level: 'A',
    how: 'A field has a label above it; placeholders are examples',
  },
  { number: '3.3.4', name: 'Error prevention', level: 'AA', how: 'Undo or confirmation for what has consequences' },
  {
    number: '4.1.2',
    name: 'Name, role, value',
    level: 'A',
    how: 'Patterns of the ARIA guide; names compared in the accessibility tree',
  },
  { number: '4.1.3', name: 'Status messages', level: 'AA', how: 'One announcer with two live regions' },
]

const byNumber = new Map(criteria.map(criterion => [criterion.number, criterion]))

/** Criteria of every composite; the others follow from the text of its contract and from its layer. */
const alwaysClaimed = ['1.3.1', '1.4.3', '1.4.11', '2.1.1', '2.1.2', '2.4.3', '2.4.7', '2.5.8', '4.1.2']
const claimedByText: readonly [pattern: RegExp, ...numbers: string[]][] = [
  [/announce/i, '4.1.3'],
  [/\bdrag/i, '2.5.7'],
  [/\bRTL\b|right to left|direction/i, '1.3.2'],
  [/colou?r|forced/i, '1.4.1'],
  [/hint|tooltip|hover/i, '1.4.13'],
  [/sticky|scroll/i, '2.4.11'],
  [/error|invalid/i, '3.3.1'],
  [/confirm|undo/i, '3.3.4'],
  [/single key|character key|shortcut/i, '2.1.4'],
]
const claimedByLayer: Readonly<Record<string, readonly string[]>> = {
  forms: ['1.3.5', '3.3.1', '3.3.2'],
  charts: ['1.1.1', '1.4.1'],
  graph: ['1.1.1', '2.5.7'],
  map: ['1.1.1', '2.5.7'],
  navigation: ['2.4.6'],
  overlays: ['2.4.11'],
}

/** Criteria a composite claims, from the text of its contract. */
export function claims(contract: string, layer: string): Criterion[] {
  const numbers = new Set([
    ...alwaysClaimed,
    ...(claimedByLayer[layer] ?? []),
    ...claimedByText.flatMap(([pattern, ...found]) => (pattern.test(contract) ? found : [])),
  ])
  return criteria.filter(({ number }) => numbers.has(number))
}

/** Criteria of an axe rule, from its tags: `wcag143` is 1.4.3. */
export function criteriaOfTags(tags: readonly string[]): string[] {
  return tags
    .flatMap(tag => {
      const digits = /^wcag(\d)(\d)(\d+)$/.exec(tag)
      return digits ? [`${digits[1]}.${digits[2]}.${digits[3]}`] : []
    })
    .filter(number => byNumber.has(number))
}
