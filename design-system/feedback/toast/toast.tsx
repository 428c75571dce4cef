import { CircleCheck, CircleX, Info, TriangleAlert, X, type LucideIcon } from 'lucide-react'
import { Toast as Radix } from 'radix-ui'
import { createContext, useCallback, useContext, useMemo, useState, type ReactNode } from 'react'
import { useIntl } from 'react-intl'
import { useDirection } from '../../i18n/app-intl-provider.tsx'
import { Button } from '../../primitives/button/button.tsx'
import { Icon } from '../../primitives/icon/icon.tsx'
import { IconButton } from '../../primitives/icon-button/icon-button.tsx'

export type ToastTone = 'success' | 'info' | 'warning' | 'danger'

export interface ToastOptions {
  /** One sentence: what happened. */
  title: ReactNode
  description?: ReactNode
  tone?: ToastTone
  /** Undo, usually. A toast with an action stays until it is closed. */
  action?: { label: string; onAction: () => void }
  /** Called when it goes away without its action being used. */
  onClose?: () => void
}

export interface ToastApi {
  /** Shows a toast and returns the function that takes it away. */
  toast: (options: ToastOptions) => () => void
}

const icons: Record<ToastTone, LucideIcon> = { success: CircleCheck, info: Info, warning: TriangleAlert, danger: CircleX }
const shownFor = 6000
const ToastContext = createContext<ToastApi | null>(null)
type Shown = ToastOptions & { id: number }
let lastId = 0

/** Keeps the toasts of the application. Mounted once, inside the language provider. */
export function ToastProvider({ children }: { children: ReactNode }) {
  const intl = useIntl()
  const direction = useDirection()
  const [toasts, setToasts] = useState<Shown[]>([])
  const remove = useCallback((id: number) => setToasts(current => current.filter(shown => shown.id !== id)), [])
  const api = useMemo<ToastApi>(() => ({
    toast: options => {
      const id = ++lastId
      setToasts(current => [...current, { ...options, id }])
      return () => remove(id)
    },
  }), [remove])

  return (
    <ToastContext value={api}>
      <Radix.Provider label={intl.formatMessage({ id: 'DesignSystem.Toast.Label' })} swipeDirection={direction === 'rtl' ? 'left' : 'right'}>
        {children}
        {toasts.map(shown => <ToastItem key={shown.id} shown={shown} onRemove={() => remove(shown.id)} />)}
        <Radix.Viewport
          label={intl.formatMessage({ id: 'DesignSystem.Toast.Region' }, { key: 'F8' })}
          className="fixed inset-be-3 inset-e-3 z-toast flex w-panel max-w-full flex-col gap-2 outline-none"
        />
      </Radix.Provider>
    </ToastContext>
  )
}

function ToastItem({ shown, onRemove }: { shown: Shown; onRemove: () => void }) {
  const intl = useIntl()
  const { title, description, tone = 'success', action, onClose } = shown
  const close = () => {
    onClose?.()
    onRemove()
  }
  return (
    <Radix.Root
      data-slot="toast"
      data-tone={tone}
      duration={action ? Number.POSITIVE_INFINITY : shownFor}
      type={tone === 'danger' ? 'foreground' : 'background'}
      onOpenChange={open => {
        if (!open) close()
      }}
      className="flex min-h-bar animate-rise-in items-center gap-2 rounded-card border border-transparent bg-surface-raised py-1 ps-3 pe-2 text-fg shadow-2 focus-ring"
    >
      <Icon icon={icons[tone]} />
      <div className="min-w-0 flex-1 wrap-break-word">
        <Radix.Title>{title}</Radix.Title>
        {description ? <Radix.Description className="text-xs text-fg-secondary">{description}</Radix.Description> : null}
      </div>
      {action ? (
        <Radix.Action asChild altText={action.label}>
          <Button
            size="sm"
            variant="ghost"
            onClick={event => {
              // Closing through Radix would count as letting it go: the action takes it away itself.
              event.preventDefault()
              action.onAction()
              onRemove()
            }}
          >
            {action.label}
          </Button>
        </Radix.Action>
      ) : null}
      <IconButton icon={X} iconSize={12} size="sm" label={intl.formatMessage({ id: 'DesignSystem.Toast.Close' })} onClick={close} />
    </Radix.Root>
  )
}

/** Tells what has happened, after the fact. What stops a person belongs in a `Callout` instead. */
export function useToast(): ToastApi {
  const api = useContext(ToastContext)
  if (!api) throw new Error('useToast: no toast can be shown because there is no ToastProvider above. Mount ToastProvider once at the application root.')
  return api
}
