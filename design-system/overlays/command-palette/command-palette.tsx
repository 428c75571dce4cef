import { type ComponentProps, Suspense, useState } from 'react'
import { lazyPart } from '../../lib/lazy-part.ts'
import { useControllable } from '../../lib/use-controllable.ts'
import type { Command, CommandScope } from './palette-groups.ts'
import type { CommandSearch } from './use-command-search.ts'

export type { Command, CommandScope } from './palette-groups.ts'
export type { CommandSearch, CommandSearchRequest } from './use-command-search.ts'

// Loaded at the first use: most visits never open it.
const load = () => import('./palette-dialog.tsx')
const LazyDialog = lazyPart(() => load().then(module => ({ default: module.PaletteDialog })))
let loaded: Awaited<ReturnType<typeof load>>['PaletteDialog'] | undefined

/** Preloads the palette before its first use, so that it opens at once. */
export async function preloadCommandPalette(): Promise<void> {
  loaded = (await load()).PaletteDialog
}

export interface CommandPaletteProps extends Omit<ComponentProps<'div'>, 'children' | 'onSelect'> {
  /** Whether the palette is open. */
  open?: boolean
  /** Whether the palette is initially open, for uncontrolled use. */
  defaultOpen?: boolean
  /** Called when the palette opens or closes. */
  onOpenChange?: (open: boolean) => void
  /** Local commands, searched in the browser. */
  commands: readonly Command[]
  /** Kinds of results: pages, cases, queues, rules, actions. Also the headings and their order. */
  scopes?: readonly CommandScope[]
  /** Kind of results that is initially chosen. */
  defaultScope?: string
  /** Shown first while nothing is typed. */
  recent?: readonly Command[]
  /** Searches further: cases, entities. Called after a pause in typing, not on nested pages. */
  search?: CommandSearch
  /** Called after a command ran: the caller stores the recent ones. */
  onRun?: (command: Command) => void
  /** Shown in the empty field. */
  placeholder?: string
}

/** Navigation and commands from the keyboard. The page opens it with Ctrl/⌘ K. */
export function CommandPalette({ open, defaultOpen = false, onOpenChange, ...props }: CommandPaletteProps) {
  const [isOpen, setOpen] = useControllable({ value: open, defaultValue: defaultOpen, onValueChange: onOpenChange })
  return isOpen ? <OpenPalette {...props} onClose={() => setOpen(false)} /> : null
}

type OpenPaletteProps = ComponentProps<typeof LazyDialog>

/** Renders synchronously when it was preloaded: React delays the content after a fallback. */
function OpenPalette(props: OpenPaletteProps) {
  const [Dialog] = useState(() => loaded ?? LazyDialog)
  return (
    <Suspense>
      <Dialog {...props} />
    </Suspense>
  )
}
