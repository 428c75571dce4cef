export interface HiddenTab {
  /** Index among all tabs of the row. */
  index: number
  label: string
  /** Muted, after the label. */
  count: string | undefined
  current: boolean
  disabled: boolean
  /** Address, where the tab is a page. */
  href: string | undefined
}

const tabs = '[data-slot="tab"], [data-slot="tab-link"]'
export const tabElements = (row: Element) => [...row.querySelectorAll<HTMLElement>(tabs)]

/** The tabs of a row that are not completely visible: the entries of its menu. */
export function hiddenTabs(row: Element): HiddenTab[] {
  const box = row.getBoundingClientRect()
  return tabElements(row).flatMap((tab, index) => {
    const own = tab.getBoundingClientRect()
    if (own.left >= box.left - 1 && own.right <= box.right + 1) return []
    const count = tab.querySelector('[data-tab-count]')?.textContent ?? undefined
    const text = tab.textContent
    return [
      {
        index,
        label: count !== undefined && text.endsWith(count) ? text.slice(0, -count.length) : text,
        count,
        current: tab.dataset.state === 'active',
        disabled: tab.hasAttribute('disabled'),
        href: tab.getAttribute('href') ?? undefined,
      },
    ]
  })
}
