import { Suspense } from 'react'
import { lazyPart } from '../../lib/lazy-part.ts'
import { useControllable } from '../../lib/use-controllable.ts'
import type { DialogContentProps } from '../dialog/dialog.tsx'
import type { ShortcutRegion } from './shortcut-keys.ts'

export {
  findConflict,
  isSingleKey,
  type KeyPress,
  keysFromEvent,
  type Shortcut,
  type ShortcutRegion,
} from './shortcut-keys.ts'

// Loaded at the first use: most visits never open it.
const ShortcutDialog = lazyPart(() =>
  import('./shortcut-dialog.tsx').then(module => ({ default: module.ShortcutDialog })),
)

export interface ShortcutHelpProps
  extends Omit<DialogContentProps, 'title' | 'description' | 'footer' | 'size' | 'children'> {
  /** Whether the dialog is open. */
  open?: boolean
  /** Whether the dialog is initially open, for uncontrolled use. */
  defaultOpen?: boolean
  /** Called when the dialog opens or closes. */
  onOpenChange?: (open: boolean) => void
  /** The shortcuts by the part of the page in which they work. */
  regions: readonly ShortcutRegion[]
  /** Enables keys without Control, Alt or Command. The dialog shows the switch when the callback is set, too. */
  singleKeys?: boolean
  /** Whether single keys are initially enabled, for uncontrolled use. */
  defaultSingleKeys?: boolean
  /** Called when single keys are enabled or disabled. */
  onSingleKeysChange?: (on: boolean) => void
  /** Called with changed keys, never with keys that are taken. When set, keys can be changed. */
  onRemap?: (change: { id: string; keys: string }) => void
  /** Whether keys may be taken at all; the default allows all that do not operate the page. */
  allows?: (keys: string) => boolean
  /** Restores the keys of the product. */
  onReset?: () => void
}

/** All shortcuts, by region. The page opens it with `?`. */
export function ShortcutHelp({ open, defaultOpen = false, onOpenChange, ...props }: ShortcutHelpProps) {
  const [isOpen, setOpen] = useControllable({ value: open, defaultValue: defaultOpen, onValueChange: onOpenChange })
  return isOpen ? (
    <Suspense>
      <ShortcutDialog {...props} onClose={() => setOpen(false)} />
    </Suspense>
  ) : null
}
