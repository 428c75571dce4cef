// @vitest-environment jsdom
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { contactSheet } from './contact-sheet.ts'
import { summariseAudits } from './evidence.ts'
import { contractHtml } from './html.ts'
import { runSignOff, type SignOff } from './sign-off.ts'

const info = { commit: 'a1b2c3d4e5', chromium: '150' }
const select = {
  audits: {
    light: summariseAudits([{ violations: { label: 2 }, passes: ['label', 'html-has-lang'], incomplete: [] }]),
  },
  trees: [{ story: 'playground', text: '- combobox "Country <b>"' }],
  contracts: ['# Select: contract\n\n| Key | Does |\n|---|---|\n| Enter | takes `it` |'],
}
const sheet = () =>
  contactSheet(
    [
      { mode: 'light', id: 'forms-select--matrix', now: 'now/light/forms-select/matrix.png' },
      { mode: 'dark', id: 'forms-select--matrix', now: 'now/dark/forms-select/matrix.png' },
      { mode: 'light', id: 'forms-input--matrix', now: 'now/light/forms-input/matrix.png' },
    ],
    { ...info, evidence: new Map([['forms-select', select]]) },
  )

const byLabel = (label: string) => {
  const element = document.querySelector(`[aria-label="${label}"]`)
  if (!element) throw new Error(`nothing is labelled ${label}`)
  return element as HTMLInputElement & HTMLSelectElement
}
const status = () => document.querySelector('#sign-off-status')?.textContent ?? ''
const change = (element: Element, event: 'change' | 'input') =>
  element.dispatchEvent(new Event(event, { bubbles: true }))
const byId = (id: string) => document.getElementById(id) as HTMLInputElement
const load = async (signOff: unknown) => {
  const chosen = [new File([typeof signOff === 'string' ? signOff : JSON.stringify(signOff)], 'sign-off.json')]
  Object.defineProperty(byId('sign-off-file'), 'files', { value: chosen, configurable: true })
  change(byId('sign-off-file'), 'change')
  await vi.waitFor(() => expect(status()).toMatch(/Loaded|could not/))
}

describe('the page of pictures', () => {
  it('the page of pictures shows the figures of axe, the tree, and the contract with its keys', () => {
    document.body.innerHTML = sheet()
    const section = document.getElementById('forms-select')
    expect(section?.querySelector('tr[data-look="light"]')?.textContent).toContain('violated: label (2)')
    expect(section?.querySelector('tr[data-look="dark"]')?.textContent).toContain('not run')
    expect(section?.querySelector('pre')?.textContent).toBe('- combobox "Country <b>"')
    expect(section?.querySelector('details th[scope="row"]')?.textContent).toBe('Enter')
    expect(document.getElementById('forms-input')?.textContent).toContain('the one native element')
  })
  it('the page of pictures runs the sign-off as a script that stands alone', () => {
    const code = [...sheet().matchAll(/<script>([\s\S]*?)<\/script>/g)].map(match => match[1] ?? '').join('')
    const own = code.slice(code.indexOf('(function runSignOff'))
    document.body.innerHTML = sheet()
    new Function('document', own)(document)
    expect(status()).toBe('0 of 3 looks signed.')
  })
})

describe('the sign-off', () => {
  const saved: Blob[] = []
  let names: string[] = []
  beforeEach(() => {
    saved.length = 0
    names = []
    vi.stubGlobal('URL', {
      createObjectURL: (blob: Blob) => {
        saved.push(blob)
        return 'blob:file'
      },
      revokeObjectURL: () => undefined,
    })
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      names.push(this.download)
    })
    document.body.innerHTML = sheet()
    runSignOff(document, info)
    return () => {
      vi.unstubAllGlobals()
      vi.restoreAllMocks()
    }
  })
  const tick = (label: string) => {
    byLabel(label).checked = true
    change(byLabel(label), 'change')
  }

  it('the sign-off asks for a name before it is saved', () => {
    tick('Forms select, light: seen')
    byId('sign-off-save').click()
    expect(saved).toEqual([])
    expect(status()).toBe('Type your name first. 1 of 3 looks signed.')
    expect(document.activeElement).toBe(byId('reviewer'))
  })
  it('the sign-off saves commit, reviewer, component, look, verdict and remark', async () => {
    tick('Forms select, light: seen')
    byLabel('Forms select, dark: remark').value = 'The border is missing. '
    change(byLabel('Forms select, dark: remark'), 'input')
    byLabel('Forms select, dark: verdict').value = 'objection'
    byId('reviewer').value = 'Mirela Tanev'
    byId('sign-off-save').click()
    const signOff = JSON.parse((await saved[0]?.text()) ?? '') as SignOff
    expect(signOff).toMatchObject({ format: 'design-system-sign-off', ...info, reviewer: 'Mirela Tanev' })
    expect(signOff.entries).toEqual([
      { component: 'forms-select', look: 'light', verdict: 'accepted', remark: '' },
      { component: 'forms-select', look: 'dark', verdict: 'objection', remark: 'The border is missing.' },
    ])
    expect(names).toEqual(['sign-off-a1b2c3d4-mirela-tanev.json'])
  })
  it('the sign-off that is loaded restores ticks, verdicts, remarks and the name', async () => {
    await load({
      format: 'design-system-sign-off',
      ...info,
      reviewer: 'Mirela Tanev',
      entries: [{ component: 'forms-select', look: 'dark', verdict: 'objection', remark: 'Too pale.' }],
    })
    expect(byLabel('Forms select, dark: seen').checked).toBe(true)
    expect(byLabel('Forms select, dark: verdict')).toMatchObject({ value: 'objection', disabled: false })
    expect(byLabel('Forms select, dark: remark').value).toBe('Too pale.')
    expect(byLabel('Forms select, light: seen').checked).toBe(false)
    expect(byId('reviewer').value).toBe('Mirela Tanev')
    expect(status()).toBe('Loaded what Mirela Tanev signed. 1 of 3 looks signed.')
  })
  it('the sign-off of another commit says so, and what is missing on the page', async () => {
    await load({
      format: 'design-system-sign-off',
      commit: 'other',
      reviewer: 'M',
      entries: [{ component: 'forms-gone', look: 'dark', verdict: 'accepted', remark: '' }],
    })
    expect(status()).toBe(
      'Loaded what M signed. It is about other, this page shows a1b2c3d4e5. 1 of its looks are not on this page. 0 of 3 looks signed.',
    )
  })
  it('the sign-off refuses another file and changes nothing', async () => {
    await load('{"entries":[]}')
    expect(status()).toBe('The file could not be read: It is no sign-off. 0 of 3 looks signed.')
  })
})

it('figures of axe are summed up by rule, and a rule has held when it held in every story', () => {
  expect(
    summariseAudits([
      { violations: { label: 1 }, passes: ['region', 'list'], incomplete: ['list'] },
      { violations: { label: 2 }, passes: ['label', 'region'], incomplete: ['list'] },
    ]),
  ).toEqual({ stories: 2, violations: { label: 3 }, undecided: { list: 2 }, passed: 1 })
})

it('a contract becomes HTML without losing a bar or an angle bracket', () => {
  expect(
    contractHtml('# A\n\nText with **b** and `<x>`.\n\n- one\n- two\n\n| K | D |\n|---|---|\n| `\\|` | or |'),
  ).toBe(
    [
      '<h4>A</h4>',
      '<p>Text with <strong>b</strong> and <code>&lt;x&gt;</code>.</p>',
      '<ul><li>one</li><li>two</li></ul>',
      '<table><thead><tr><th scope="col">K</th><th scope="col">D</th></tr></thead><tbody><tr><th scope="row"><code>|</code></th><td>or</td></tr></tbody></table>',
    ].join('\n'),
  )
})
