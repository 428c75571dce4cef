import { cleanup, waitFor } from '@testing-library/react'
import axe from 'axe-core'
import { createRef, type ReactElement, type RefObject } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { findHardCodedTexts } from './hard-coded-texts.ts'
import { findStopsWithoutFocusRing, findUnreachableControls } from './keyboard-reachability.ts'
import { renderWithApp } from './render-with-app.tsx'

/** Props that a component forwards to its root. Loosely typed on purpose: every root is another element. */
type RootProps = {
  ref: RefObject<null>
  id: string
  className: string
  'data-testid': string
  'aria-keyshortcuts': string
}

export interface Subject {
  /**
   * Renders the component with its minimum of props. Texts in brackets, so that a literal of the component is detected.
   */
  render: (root: Partial<RootProps>) => ReactElement
  /** `data-slot` of the root, or of the box around it. */
  slot: string
  /** Role of the root, where it is not the implicit one. */
  role?: string
  /** `data-slot` of the box around the root, where `className` is applied to that: the root is then a bare control. */
  box?: string
  /** With `asChild`: the child is `<a href>` and becomes the root. */
  asChild?: (root: Partial<RootProps>) => ReactElement
  /** Text that `Intl` writes outside of any message. */
  allowed?: RegExp
  /** Rules that do not apply to the minimal example, each with its reason at the place of use. */
  rulesOff?: readonly string[]
}

const disabledRules = ['region', 'page-has-heading-one', 'landmark-one-main']
const mark = 'conformance-mark'

async function violations(
  rulesOff: readonly string[],
  runOnly: string[] = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
) {
  const { violations: found } = await axe.run(document.body, {
    runOnly,
    rules: Object.fromEntries([...disabledRules, ...rulesOff].map(rule => [rule, { enabled: false }])),
  })
  return found.map(
    ({ id, nodes }) =>
      `${id}: ${nodes
        .map(node => node.html)
        .join(' ')
        .slice(0, 300)}`,
  )
}

async function expectRoot(
  make: Subject['render'],
  { slot, role, box }: Pick<Subject, 'slot' | 'role' | 'box'>,
): Promise<Element> {
  const ref = createRef<null>()
  renderWithApp(
    make({ ref, id: 'conformance', className: mark, 'data-testid': 'conformance', 'aria-keyshortcuts': 'F2' }),
  )
  // Some layers are loaded when they are first shown.
  const root = await waitFor(() => {
    const found = document.getElementById('conformance')
    if (!found) throw new Error('id did not reach any element')
    return found
  })
  expect(ref.current, 'ref').toBe(root)
  expect(root.getAttribute('data-testid'), 'data-*').toBe('conformance')
  expect(root.getAttribute('aria-keyshortcuts'), 'aria-*').toBe('F2')
  expect(root.closest(`[data-slot="${slot}"]`), 'data-slot').not.toBeNull()
  const styled = box === undefined ? root : root.closest(`[data-slot="${box}"]`)
  expect(styled?.getAttribute('class')?.split(' ').at(-1), 'className comes last').toBe(mark)
  if (role !== undefined) expect(root.getAttribute('role') ?? root.tagName.toLowerCase(), 'role').toBe(role)
  return root
}

/** The contract of every component (root, keys, direction, theme, accessibility, languages). One call per component. */
function testConformance(name: string, subject: Subject): void {
  describe(name, () => {
    afterEach(() => {
      cleanup()
      vi.restoreAllMocks()
    })

    it('hands ref, class, id, data and aria to its root', async () => {
      await expectRoot(subject.render, subject)
    })

    if (subject.asChild) {
      const { asChild } = subject
      it('gives its looks and props to the child', async () => {
        expect((await expectRoot(asChild, { slot: subject.slot })).tagName).toBe('A')
      })
    }

    it('is reached by keys, and shows where the focus is', async () => {
      renderWithApp(subject.render({}))
      expect(findUnreachableControls(document.body), 'no key leads there').toEqual([])
      expect(await findStopsWithoutFocusRing(document.body), 'no ring to be seen').toEqual([])
    })

    it('renders in both directions and themes without complaints, accessible and translated', async () => {
      const complaints = [vi.spyOn(console, 'error'), vi.spyOn(console, 'warn')]
      const { unmount } = renderWithApp(subject.render({}))
      expect(await violations(subject.rulesOff ?? [])).toEqual([])
      unmount()
      renderWithApp(subject.render({}), { locale: 'qps-plocm', theme: 'dark' })
      expect(document.documentElement.dir).toBe('rtl')
      expect(await violations(subject.rulesOff ?? [], ['color-contrast']), 'dark').toEqual([])
      expect(findHardCodedTexts(document.body, subject.allowed)).toEqual([])
      expect(complaints.flatMap(spy => spy.mock.calls.map(call => call.map(String).join(' ')))).toEqual([])
    })
  })
}

/** Tests a layer: every component that its entry exports is in the table or exempt with a reason. */
export function testLayerConformance(
  layer: Readonly<Record<string, unknown>>,
  subjects: Readonly<Record<string, Subject>>,
  exempt: Readonly<Record<string, string>> = {},
): void {
  it('covers every exported component', () => {
    const components = Object.keys(layer).filter(name => /^[A-Z]/.test(name))
    expect(components.filter(name => !(name in subjects) && !(name in exempt))).toEqual([])
    expect([...Object.keys(subjects), ...Object.keys(exempt)].filter(name => !components.includes(name))).toEqual([])
  })
  for (const [name, subject] of Object.entries(subjects)) testConformance(name, subject)
}
