import type { GuideBlock, GuideRun } from '@assay/design-system'
import { helpTopics } from '@assay/risk-service/contract'
import { describe, expect, it } from 'vitest'
import { loadGuide, readGuidePlace } from './guides.ts'
import { readGuide } from './read-guide.ts'

const links = {
  name: 'reports/alerts.md',
  names: new Set(['reports/alerts.md', 'reports/scores.md', 'search.md']),
  hrefOf: (place: string) => `?help=${place}`,
}
const read = (...lines: string[]): GuideBlock[] => readGuide(lines.join('\n'), links)
const runs = (line: string): readonly GuideRun[] => {
  const [block] = read(line)
  return block?.kind === 'paragraph' ? block.runs : []
}

describe('a guide', () => {
  it('is read into headings with the ids that links use, paragraphs, lists, tables, quotes and code', () => {
    expect(read('# Alerts', '', 'One *may* **wait**.', '', '```', 'a < b && "c"', '```')).toEqual([
      { kind: 'heading', id: 'alerts', level: 1, runs: [{ kind: 'text', text: 'Alerts' }] },
      {
        kind: 'paragraph',
        runs: [
          { kind: 'text', text: 'One ' },
          { kind: 'emphasis', text: 'may' },
          { kind: 'text', text: ' ' },
          { kind: 'strong', text: 'wait' },
          { kind: 'text', text: '.' },
        ],
      },
      { kind: 'code', text: 'a < b && "c"' },
    ])
    expect(read('## What is unusual?')).toMatchObject([{ id: 'what-is-unusual', level: 2 }])
    expect(read('1. One', '2. Two')).toMatchObject([{ kind: 'list', ordered: true, items: [[{}], [{}]] }])
    expect(read('> Quoted')).toMatchObject([{ kind: 'quote', blocks: [{ kind: 'paragraph' }] }])
    expect(read('| A | B |', '|---|---|', '| `x < 1` | 2 |')).toEqual([
      {
        kind: 'table',
        head: [[{ kind: 'text', text: 'A' }], [{ kind: 'text', text: 'B' }]],
        rows: [[[{ kind: 'code', text: 'x < 1' }], [{ kind: 'text', text: '2' }]]],
      },
    ])
  })

  it('shows neither comments nor elements of HTML', () => {
    expect(read('<!-- Made by npm run docs -->', '', 'Text')).toHaveLength(1)
    expect(runs('a <img src=x onerror=alert(1)> b').every(({ kind }) => kind === 'text')).toBe(true)
    expect(JSON.stringify(runs('a <img src=x onerror=alert(1)> b'))).not.toContain('onerror')
  })

  it('leads to other guides and to pages of the web; everything else is text', () => {
    expect(runs('[Scores](scores.md#cut-off)')).toEqual([
      { kind: 'link', text: 'Scores', href: '?help=reports/scores.md#cut-off' },
    ])
    expect(runs('[Search](../search.md)')).toEqual([{ kind: 'link', text: 'Search', href: '?help=search.md' }])
    expect(runs('[RFC](https://www.rfc-editor.org/)')).toMatchObject([{ kind: 'link', external: true }])
    for (const href of ['../../CONTRIBUTING.md', 'javascript:alert(1)', 'http://localhost:4300/', 'missing.md'])
      expect(runs(`[There](${href})`)).toEqual([{ kind: 'text', text: 'There' }])
  })
})

it('every guide that a topic of the help names opens', async () => {
  const guides = [...new Set(Object.values(helpTopics).map(({ guide }) => guide))]
  expect(guides.length).toBeGreaterThan(20)
  for (const guide of guides) {
    expect(readGuidePlace(guide), guide).toEqual({ name: guide })
    const blocks = (await loadGuide(guide))(place => `?help=${place}`)
    expect(blocks[0], guide).toMatchObject({ kind: 'heading', level: 1 })
  }
})

it('every link between guides leads to a heading', async () => {
  const missing: string[] = []
  const headings = async (name: string) =>
    (await loadGuide(name))(place => place).flatMap(block => (block.kind === 'heading' ? [block.id] : []))
  const { default: text } = await import('../../../../docs/glossary.md?raw')
  for (const [, target = ''] of text.matchAll(/\]\(([^)]+#[^)]+)\)/g)) {
    const place = readGuidePlace(target)
    if (place === null || !(await headings(place.name)).includes(place.anchor ?? '')) missing.push(target)
  }
  expect(missing).toEqual([])
})

it('an address that names no guide opens none', () => {
  for (const text of ['all', 'velocity', 'spec-coverage.md', '../README.md', ''])
    expect(readGuidePlace(text)).toBeNull()
  expect(readGuidePlace('search.md#comparison')).toEqual({ name: 'search.md', anchor: 'comparison' })
})
