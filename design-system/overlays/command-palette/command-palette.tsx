import { type ComponentProps, Suspense, useState } from 'react'
import { lazyPart } from '../../lib/lazy-part.ts'
import { useControllable } from '../../lib/use-controllable.ts'
import type { Command, CommandScope } from './palette-groups.ts'
import type { CommandSearch } from './use-command-search.ts'

export type { Command, CommandScope } from './palette-groups.ts'
export type { CommandSearch, CommandSearchRequest } from './use-command-search.ts'

// Fetched with the first use: most visits never open it.
const load = () => import('./palette-dialog.tsx')
const LazyDialog = lazyPart(() => load().then(module => ({ default: module.PaletteDialog })))
let loaded: Awaited<ReturnType<typeof load>>['PaletteDialog'] | undefined

/** Fetches the palette before its first use, so that it then opens at once. */
export async function preloadCommandPalette(): Promise<void> {
  loaded = (await load()).PaletteDialog
}

export interface CommandPaletteProps extends Omit<ComponentProps<'div'>, 'children' | 'onSelect'> {
  open?: boolean
  defaultOpen?: boolean
  onOpenChange?: (open: boolean) => void
  /** What is known here and searched here. */
  commands: readonly Command[]
  /** Kinds of things to look for: pages, cases, queues, rules, actions. Also the headings and their order. */
  scopes?: readonly CommandScope[]
  defaultScope?: string
  /** Shown first while nothing is typed. */
  recent?: readonly Command[]
  /** Looks further: cases, entities. Called after a pause in typing, not on nested pages. */
  search?: CommandSearch
  /** After a command ran: the caller keeps the recent ones. */
  onRun?: (command: Command) => void
  placeholder?: string
}

/** Jump anywhere and act from the keyboard. The page opens it with Ctrl/⌘ K. */
export function CommandPalette({ open, defaultOpen = false, onOpenChange, ...props }: CommandPaletteProps) {
  const [isOpen, setOpen] = useControllable({ value: open, defaultValue: defaultOpen, onValueChange: onOpenChange })
  return isOpen ? <OpenPalette {...props} onClose={() => setOpen(false)} /> : null
}

type OpenPaletteProps = ComponentProps<typeof LazyDialog>

/** Waits for nothing when it was fetched before: React holds back what follows a fallback. */
function OpenPalette(props: OpenPaletteProps) {
  const [Dialog] = useState(() => loaded ?? LazyDialog)
  return (
    <Suspense>
      <Dialog {...props} />
    </Suspense>
  )
}
