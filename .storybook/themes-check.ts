import axe, { type AxeResults, type RunOptions, type Spec } from 'axe-core'
import { emulateMedia } from '../design-system/testing/appearance/emulate-media.ts'
import type { testedModes } from './modes.ts'
import { modes } from './modes.ts'

type TestedMode = (typeof testedModes)[number]

/** Input of the report by component and criterion; all of axe's findings would be 200 kB a story. */
export interface AuditSummary {
  violations: Record<string, number>
  passes: string[]
  incomplete: string[]
}
type AuditFindings = Partial<Pick<AxeResults, 'violations' | 'passes' | 'incomplete'>>

export interface ComposedStory {
  globals: Record<string, unknown>
  parameters: { a11y?: { config?: Spec; options?: RunOptions }; ownLanguage?: boolean }
  reporting: { reports: { type: string; result?: AuditFindings }[] }
  run: (context: object) => Promise<void>
}

export function summariseAudit({ violations = [], passes = [], incomplete = [] }: AuditFindings): AuditSummary {
  const ids = (findings: AuditFindings['passes'] = []) => findings.map(({ id }) => id)
  return {
    violations: Object.fromEntries(violations.map(({ id, nodes }) => [id, nodes.length])),
    passes: ids(passes),
    incomplete: ids(incomplete),
  }
}

/** A story that names its own language is the same in each mode. */
export const isMirrored = ({ parameters }: ComposedStory): boolean => parameters.ownLanguage !== true

/** The findings of the last rendering of a story. */
export const lastAuditOf = ({ reporting }: ComposedStory): AuditFindings | undefined =>
  reporting.reports.findLast(({ type }) => type === 'a11y')?.result

/** The rules about colours: the only ones that another theme can break in an otherwise unchanged document. */
const colourRules = ['color-contrast', 'link-in-text-block']
/**
 * The rules that the styles of forced colours can break: they show, hide and outline elements. Those about colours are
 * not among them: axe reads author colours, and the browser has repainted the text.
 */
const forcedColoursRules = [
  'target-size',
  'scrollable-region-focusable',
  'aria-hidden-focus',
  'button-name',
  'link-name',
  'label',
]
/**
 * The rules that look at colours, places and the language: all that a mirrored document can break. Roles, states and
 * where names come from are those of the story as it was audited before.
 */
const mirroredRules = [
  ...colourRules,
  'target-size',
  'scrollable-region-focusable',
  'html-has-lang',
  'html-lang-valid',
  'valid-lang',
]
/** Runs the audit of the add-on for a rendered story, where the add-on itself does not run. */
export async function audit(
  { parameters: { a11y = {} } }: ComposedStory,
  options: (of: RunOptions) => RunOptions,
): Promise<AuditFindings> {
  axe.reset()
  axe.configure({ ...a11y.config, rules: [{ id: 'region', enabled: false }, ...(a11y.config?.rules ?? [])] })
  return axe.run({ include: [document.body], exclude: [['.sb-wrapper']] }, options(a11y.options ?? {}))
}

/** Audits some rules only, with the exceptions of the story. */
function auditRules(story: ComposedStory, ids: readonly string[]): Promise<AuditFindings> {
  const { config, options } = story.parameters.a11y ?? {}
  const isOff = (id: string) =>
    options?.rules?.[id]?.enabled === false || config?.rules?.some(rule => rule.id === id && rule.enabled === false)
  const values = ids.filter(id => !isOff(id))
  if (values.length === 0) return Promise.resolve({})
  return audit(story, ({ rules: _rules, ...rest }) => ({ ...rest, runOnly: { type: 'rule', values } }))
}

/** A change of theme is judged in the frame after it: what watches the theme has drawn itself anew by then. */
const nextFrame = (): Promise<void> => new Promise(resolve => requestAnimationFrame(() => setTimeout(resolve, 0)))

/** Disables transitions and animations: everything is in its final state. */
const noMotionCss =
  '*, ::before, ::after { transition: none !important; animation-duration: 0s !important; animation-delay: 0s !important; animation-iteration-count: 1 !important }'

/** Shows the current story in another theme while something is done with it. */
export async function withTheme<Result>(theme: string, audit: () => Promise<Result>): Promise<Result> {
  const { dataset } = document.documentElement
  const before = dataset.theme
  try {
    dataset.theme = theme
    await nextFrame()
    return await audit()
  } finally {
    if (before !== undefined) dataset.theme = before
  }
}

/**
 * Shows the current story under forced colours while something is done with it. They are a state of the browser: the page
 * verifies it, so that nothing is audited without it.
 */
export async function withForcedColours<Result>(audit: () => Promise<Result>): Promise<Result> {
  const motion = matchMedia('(prefers-reduced-motion: reduce)').matches ? 'reduce' : ''
  const emulate = async (value: 'active' | 'none') => {
    await emulateMedia({ 'forced-colors': value, 'prefers-reduced-motion': motion })
    // Nothing looks at the story when forced colours end: painting it once more would take as long as the audit.
    if (value === 'active') await nextFrame()
    if (matchMedia('(forced-colors: active)').matches !== (value === 'active'))
      throw new Error(`The browser did not switch forced colours to ${value}.`)
  }
  try {
    await emulate('active')
    return await audit()
  } finally {
    await emulate('none')
  }
}

/** Renders a story again in the mirrored language, without its play: plays use the texts of their own language. */
export async function renderRightToLeft(
  story: ComposedStory,
  { theme, locale }: typeof modes.rtl | (typeof modes)['rtl-dark'],
): Promise<void> {
  const page = globalThis as { skipStoryPlay?: boolean }
  page.skipStoryPlay = true
  try {
    await story.run({
      globals: {
        ...story.globals,
        theme: story.globals['theme'] === 'dark' ? 'dark' : theme,
        locale,
        // The add-on would audit every rule again.
        a11y: { manual: true },
      },
    })
  } finally {
    page.skipStoryPlay = false
  }
  if (document.documentElement.dir !== 'rtl') throw new Error('The story was not mirrored.')
}

async function auditRightToLeft(
  story: ComposedStory,
  mode: typeof modes.rtl | (typeof modes)['rtl-dark'],
): Promise<AuditFindings> {
  await renderRightToLeft(story, mode)
  return auditRules(story, mirroredRules)
}

function violationMessages(mode: TestedMode, { violations = [] }: AuditFindings): string[] {
  return violations.map(
    ({ id, help, nodes }) =>
      `${mode}: ${id}: ${help}\n${nodes
        .slice(0, 3)
        .map(
          ({ target, html, any, all, none }) =>
            `    ${target.join(' ')}  ${html.slice(0, 200)}\n      ${[...any, ...all, ...none].map(({ message }) => message).join('; ')}`,
        )
        .join('\n')}`,
  )
}

/**
 * A story that was drawn, played and audited in light is audited in the other modes without being played again: in
 * dark and under forced colours as its play left it, mirrored as it opens, each by the rules that the mode can break. A
 * mode that would be the same as one before (the story names its own theme or language) is not audited twice. Gives the
 * figures of each mode and throws when one of them has a violation.
 * @param checkMirrored what else has to hold of a mirrored story
 */
export async function checkOtherModes(
  story: ComposedStory,
  modeNames: readonly string[],
  onAudited: (mode: TestedMode, figures: AuditSummary) => void,
  checkMirrored: () => Promise<void>,
): Promise<void> {
  const problems: string[] = []
  const dark = story.globals['theme'] === 'dark'
  const check = async (mode: TestedMode, possible: boolean, find: () => Promise<AuditFindings>) => {
    if (!possible || !modeNames.includes(mode)) return
    let found: AuditFindings
    try {
      found = await find()
    } catch (error) {
      problems.push(`${mode}: ${error instanceof Error ? error.message : String(error)}`)
      found = {}
    }
    onAudited(mode, summariseAudit(found))
    problems.push(...violationMessages(mode, found))
  }
  const mirrors = isMirrored(story)
  const still = document.head.appendChild(document.createElement('style'))
  still.textContent = noMotionCss
  await check('dark', !dark, () => withTheme('dark', () => auditRules(story, colourRules)))
  await check('forced', true, () => withForcedColours(() => auditRules(story, forcedColoursRules)))
  await check('rtl', mirrors, async () => {
    const found = await auditRightToLeft(story, modes.rtl)
    await checkMirrored()
    return found
  })
  await check('rtl-dark', mirrors && !dark, () =>
    document.documentElement.dir === 'rtl'
      ? withTheme('dark', () => auditRules(story, colourRules))
      : auditRightToLeft(story, modes['rtl-dark']),
  )
  still.remove()
  if (problems.length > 0) throw new Error(problems.join('\n'))
}
