import { useState } from 'react'
import { belowLg, useMediaQuery } from '../../overlays/media-query/use-media-query.ts'

function readStored(key: string): boolean | undefined {
  try {
    const value = window.localStorage.getItem(key)
    return value === null ? undefined : value === 'true'
  } catch {
    // Storage may be blocked: the choice then lasts until the page is closed.
    return undefined
  }
}

function writeStored(key: string, collapsed: boolean) {
  try {
    window.localStorage.setItem(key, String(collapsed))
  } catch {
    // Storage may be blocked, as above.
  }
}

interface CollapsedOptions {
  collapsed: boolean | undefined
  defaultCollapsed: boolean | undefined
  onCollapsedChange: ((collapsed: boolean) => void) | undefined
  storageKey: string
}

/** The reader's last choice, else the default of the page, else collapsed below 1200 px. */
export function useCollapsed({ collapsed, defaultCollapsed, onCollapsedChange, storageKey }: CollapsedOptions) {
  const narrow = useMediaQuery(belowLg)
  const [chosen, setChosen] = useState(() => readStored(storageKey))
  const value = collapsed ?? chosen ?? defaultCollapsed ?? narrow
  const toggle = () => {
    setChosen(!value)
    writeStored(storageKey, !value)
    onCollapsedChange?.(!value)
  }
  return [value, toggle] as const
}
