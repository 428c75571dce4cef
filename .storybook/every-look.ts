import axe, { type AxeResults, type RunOptions, type Spec } from 'axe-core'
import { cdp } from 'vitest/browser'
import type { testedLooks } from './modes.ts'
import { modes } from './modes.ts'

type Tested = (typeof testedLooks)[number]

/** What the report by component and criterion is made of; the whole of axe's findings would be 200 kB a story. */
export interface StoryFigures {
  violations: Record<string, number>
  passes: string[]
  incomplete: string[]
}
type Findings = Partial<Pick<AxeResults, 'violations' | 'passes' | 'incomplete'>>

export interface ComposedStory {
  globals: Record<string, unknown>
  parameters: { a11y?: { config?: Spec; options?: RunOptions }; ownLanguage?: boolean }
  reporting: { reports: { type: string; result?: Findings }[] }
  run: (context: object) => Promise<void>
}

export function figuresOf({ violations = [], passes = [], incomplete = [] }: Findings): StoryFigures {
  const ids = (findings: Findings['passes'] = []) => findings.map(({ id }) => id)
  return {
    violations: Object.fromEntries(violations.map(({ id, nodes }) => [id, nodes.length])),
    passes: ids(passes),
    incomplete: ids(incomplete),
  }
}

/** The findings of the last time a story was drawn. */
export const auditOf = ({ reporting }: ComposedStory): Findings | undefined =>
  reporting.reports.findLast(({ type }) => type === 'a11y')?.result

/** What the add-on does after a story was drawn, for a story that stands there in another look. */
async function audit({ parameters: { a11y = {} } }: ComposedStory, off: readonly string[]): Promise<Findings> {
  const switchedOff = Object.fromEntries(off.map(rule => [rule, { enabled: false }]))
  axe.reset()
  axe.configure({ ...a11y.config, rules: [{ id: 'region', enabled: false }, ...(a11y.config?.rules ?? [])] })
  return axe.run(
    { include: [document.body], exclude: [['.sb-wrapper']] },
    { ...a11y.options, rules: { ...a11y.options?.rules, ...switchedOff } },
  )
}

/** A change of look is judged in the frame after it: what watches the look has drawn itself anew by then. */
const settled = (): Promise<void> => new Promise(resolve => requestAnimationFrame(() => setTimeout(resolve, 0)))

/** Nothing fades, moves or changes its colour by and by while this is there: everything stands where it ends. */
const stillness =
  '*, ::before, ::after { transition: none !important; animation-duration: 0s !important; animation-delay: 0s !important; animation-iteration-count: 1 !important }'

async function inTheme(theme: string, look: () => Promise<Findings>): Promise<Findings> {
  const { dataset } = document.documentElement
  const before = dataset.theme
  try {
    dataset.theme = theme
    await settled()
    return await look()
  } finally {
    if (before !== undefined) dataset.theme = before
  }
}

/** A condition of the browser: the page says whether it is there, so that nothing is judged without it. */
async function inForcedColours(look: () => Promise<Findings>): Promise<Findings> {
  const session = cdp() as unknown as { send: (method: string, parameters: object) => Promise<unknown> }
  const emulate = async (value: 'active' | 'none') => {
    await session.send('Emulation.setEmulatedMedia', { features: [{ name: 'forced-colors', value }] })
    await settled()
    if (matchMedia('(forced-colors: active)').matches !== (value === 'active'))
      throw new Error(`The browser did not switch forced colours to ${value}.`)
  }
  try {
    await emulate('active')
    return await look()
  } finally {
    await emulate('none')
  }
}

/** Drawn anew in the mirrored language, as it opens: plays speak the language they were written in. */
async function mirrored(story: ComposedStory): Promise<Findings> {
  const page = globalThis as { storiesDrawnOnly?: boolean }
  page.storiesDrawnOnly = true
  try {
    await story.run({ globals: { ...story.globals, locale: modes.rtl.locale } })
    if (document.documentElement.dir !== 'rtl') throw new Error('The story was not mirrored.')
    return auditOf(story) ?? {}
  } finally {
    page.storiesDrawnOnly = false
  }
}

function complain(look: Tested, { violations = [] }: Findings): string[] {
  return violations.map(
    ({ id, help, nodes }) =>
      `${look}: ${id}: ${help}\n${nodes
        .slice(0, 3)
        .map(
          ({ target, html, any, all, none }) =>
            `    ${target.join(' ')}  ${html.slice(0, 200)}\n      ${[...any, ...all, ...none].map(({ message }) => message).join('; ')}`,
        )
        .join('\n')}`,
  )
}

/**
 * A story that was drawn, played and audited in light is looked at in the other looks without being played again: in
 * dark and under forced colours as its play left it, mirrored as it opens. A look that would be the same as one before
 * (the story names its own theme or language) is not looked at twice. Gives the figures of each look and throws when
 * one of them has a violation.
 */
export async function otherLooks(
  story: ComposedStory,
  wanted: readonly string[],
  note: (look: Tested, figures: StoryFigures) => void,
): Promise<void> {
  const complaints: string[] = []
  const dark = story.globals['theme'] === 'dark'
  const take = async (look: Tested, possible: boolean, find: () => Promise<Findings>) => {
    if (!possible || !wanted.includes(look)) return
    let found: Findings
    try {
      found = await find()
    } catch (error) {
      complaints.push(`${look}: ${error instanceof Error ? error.message : String(error)}`)
      found = look === 'rtl' ? (auditOf(story) ?? {}) : {}
    }
    note(look, figuresOf(found))
    complaints.push(...complain(look, found))
  }
  const mirrors = story.parameters.ownLanguage !== true
  const still = document.head.appendChild(document.createElement('style'))
  still.textContent = stillness
  await take('dark', !dark, () => inTheme('dark', () => audit(story, [])))
  // Axe reads author colours there and reports text the browser has in fact repainted.
  await take('forced', true, () => inForcedColours(() => audit(story, ['color-contrast'])))
  await take('rtl', mirrors, () => mirrored(story))
  await take('rtl-dark', mirrors && !dark, async () => {
    if (document.documentElement.dir !== 'rtl') await mirrored(story)
    return inTheme('dark', () => audit(story, []))
  })
  still.remove()
  if (complaints.length > 0) throw new Error(complaints.join('\n'))
}
