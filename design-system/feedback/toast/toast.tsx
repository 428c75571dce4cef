import { createContext, type ReactNode, Suspense, useCallback, useContext, useMemo, useRef, useState } from 'react'
import { lazyPart } from '../../lib/lazy-part.ts'
import { pushToast } from './toast-stack.ts'

export type ToastTone = 'success' | 'info' | 'warning' | 'danger'

export interface ToastOptions {
  /** One sentence: the event. */
  title: ReactNode
  description?: ReactNode
  tone?: ToastTone
  /** Undo, usually. A toast with an action stays until it is closed. */
  action?: { label: string; onAction: () => void }
  /** Called when it is removed without its action being used. */
  onClose?: () => void
}

export interface ToastApi {
  /** Shows a toast and returns the function that removes it. */
  toast: (options: ToastOptions) => () => void
}

const ToastContext = createContext<ToastApi | null>(null)
export type ShownToast = ToastOptions & { id: number }
// Loaded with the first toast: most visits begin without one.
const ToastRegion = lazyPart(() => import('./toast-region.tsx').then(module => ({ default: module.ToastRegion })))
let lastId = 0

/** Manages the toasts of the application, three at most. Mounted once, inside the language provider. */
export function ToastProvider({
  children,
}: {
  /** The application. */
  children: ReactNode
}) {
  const [toasts, setToasts] = useState<readonly ShownToast[]>([])
  const [everShown, setEverShown] = useState(false)
  // The visible toasts, also between two calls in one event: the next render would be too late.
  const up = useRef<readonly ShownToast[]>([])
  const put = useCallback((next: readonly ShownToast[]) => {
    up.current = next
    setToasts(next)
  }, [])
  const remove = useCallback((id: number) => put(up.current.filter(shown => shown.id !== id)), [put])
  const api = useMemo<ToastApi>(
    () => ({
      toast: options => {
        const id = ++lastId
        setEverShown(true)
        const { shown, dropped } = pushToast(up.current, { ...options, id })
        put(shown)
        for (const gone of dropped) gone.onClose?.()
        return () => remove(id)
      },
    }),
    [put, remove],
  )

  return (
    <ToastContext value={api}>
      {children}
      {everShown ? (
        <Suspense>
          <ToastRegion toasts={toasts} onRemove={remove} />
        </Suspense>
      ) : null}
    </ToastContext>
  )
}

/** Reports a completed event. A problem that blocks the user belongs in a `Callout` instead. */
export function useToast(): ToastApi {
  const api = useContext(ToastContext)
  if (!api)
    throw new Error(
      'useToast: no toast can be shown because there is no ToastProvider above. Mount ToastProvider once at the application root.',
    )
  return api
}
