export type Verdict = 'accepted' | 'objection'

export interface SignOffEntry {
  component: string
  look: string
  verdict: Verdict
  remark: string
}

/** The file that a reviewer saves and hands in. */
export interface SignOff {
  format: 'design-system-sign-off'
  /** Commit of the pictures; ends with `+changes` where the tree had changes. */
  commit: string
  chromium: string
  reviewer: string
  date: string
  entries: SignOffEntry[]
}

/**
 * The sign-off of the page of pictures: ticks, verdicts and remarks per component and look, saved to a file and loaded
 * from it. It becomes a script of that page, so it uses nothing from outside of itself.
 */
export function runSignOff(page: Document, { commit, chromium }: Pick<SignOff, 'commit' | 'chromium'>): void {
  const find = <Found extends Element>(selector: string, inside: ParentNode = page): Found => {
    const found = inside.querySelector<Found>(selector)
    if (!found) throw new Error(`The page has no ${selector}`)
    return found
  }
  const name = find<HTMLInputElement>('#reviewer')
  const status = find<HTMLOutputElement>('#sign-off-status')
  const file = find<HTMLInputElement>('#sign-off-file')
  const rows = [...page.querySelectorAll<HTMLTableRowElement>('tr[data-look]')].map(row => ({
    component: row.dataset['component'] ?? '',
    look: row.dataset['look'] ?? '',
    tick: find<HTMLInputElement>('input[type="checkbox"]', row),
    verdict: find<HTMLSelectElement>('select', row),
    remark: find<HTMLInputElement>('input[type="text"]', row),
  }))
  let unsaved = false
  const count = () => `${rows.filter(({ tick }) => tick.checked).length} of ${rows.length} looks signed.`
  const tell = (message: string) => {
    status.textContent = `${message} ${count()}`.trim()
  }
  for (const { tick, verdict, remark } of rows) {
    const change = () => {
      verdict.disabled = !tick.checked
      unsaved = true
      tell('')
    }
    tick.addEventListener('change', change)
    verdict.addEventListener('change', change)
    remark.addEventListener('input', () => {
      // Whoever remarks on a look has seen it.
      tick.checked = tick.checked || remark.value !== ''
      change()
    })
  }

  find('#sign-off-save').addEventListener('click', () => {
    const reviewer = name.value.trim()
    if (reviewer === '') {
      tell('Type your name first.')
      name.focus()
      return
    }
    const signOff: SignOff = {
      format: 'design-system-sign-off',
      commit,
      chromium,
      reviewer,
      date: new Date().toISOString(),
      entries: rows
        .filter(({ tick }) => tick.checked)
        .map(({ component, look, verdict, remark }) => ({
          component,
          look,
          verdict: verdict.value === 'objection' ? 'objection' : 'accepted',
          remark: remark.value.trim(),
        })),
    }
    const link = page.createElement('a')
    link.href = URL.createObjectURL(new Blob([`${JSON.stringify(signOff, null, 2)}\n`], { type: 'application/json' }))
    link.download = `sign-off-${commit.slice(0, 8)}-${reviewer.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '-')}.json`
    link.click()
    URL.revokeObjectURL(link.href)
    unsaved = false
    tell(`Saved as ${link.download}.`)
  })

  const restore = (text: string) => {
    const signOff = JSON.parse(text) as Partial<SignOff>
    if (signOff.format !== 'design-system-sign-off' || !Array.isArray(signOff.entries))
      throw new Error('It is no sign-off.')
    let missing = 0
    for (const entry of signOff.entries) {
      const row = rows.find(({ component, look }) => component === entry.component && look === entry.look)
      if (!row) {
        missing += 1
        continue
      }
      row.tick.checked = true
      row.verdict.disabled = false
      row.verdict.value = entry.verdict
      row.remark.value = entry.remark
    }
    name.value = signOff.reviewer ?? ''
    unsaved = false
    tell(
      [
        `Loaded what ${name.value} signed.`,
        signOff.commit === commit ? '' : `It is about ${signOff.commit}, this page shows ${commit}.`,
        missing === 0 ? '' : `${missing} of its looks are not on this page.`,
      ]
        .filter(sentence => sentence !== '')
        .join(' '),
    )
  }
  file.addEventListener('change', () => {
    const [chosen] = file.files ?? []
    if (!chosen) return
    chosen
      .text()
      .then(restore)
      .catch((error: unknown) => tell(`The file could not be read: ${error instanceof Error ? error.message : ''}`))
      // The same file can be chosen again.
      .finally(() => {
        file.value = ''
      })
  })
  page.defaultView?.addEventListener('beforeunload', event => {
    if (unsaved) event.preventDefault()
  })
  tell('')
}
