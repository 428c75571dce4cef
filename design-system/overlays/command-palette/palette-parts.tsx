import { Command as Cmdk } from 'cmdk'
import { ChevronLeft, CircleX, Search } from 'lucide-react'
import * as ToggleGroup from 'radix-ui/toggle-group'
import type { KeyboardEvent, ReactNode } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { Button } from '../../primitives/button/button.tsx'
import { DirectionalIcon } from '../../primitives/directional-icon/directional-icon.tsx'
import { Icon } from '../../primitives/icon/icon.tsx'
import { Kbd } from '../../primitives/kbd/kbd.tsx'
import { Spinner } from '../../primitives/spinner/spinner.tsx'
import type { Command, CommandScope } from './palette-groups.ts'

interface PaletteHeadProps {
  page: Command | undefined
  query: string
  onQueryChange: (query: string) => void
  onBack: () => void
  onKeyDown: (event: KeyboardEvent<HTMLElement>) => void
  loading: boolean
  placeholder: string | undefined
}

/** The field, and on a nested page the Back button. */
export function PaletteHead({ page, query, onQueryChange, onBack, onKeyDown, loading, placeholder }: PaletteHeadProps) {
  const intl = useIntl()
  return (
    <div className="flex h-topbar shrink-0 items-center gap-2 px-3">
      {page ? (
        <button
          type="button"
          aria-label={intl.formatMessage({ id: 'DesignSystem.CommandPalette.Back' }, { page: page.label })}
          onClick={onBack}
          // The list handles Enter anywhere in the palette; on a button it presses the button.
          onKeyDown={event => event.stopPropagation()}
          className="focus-ring inline-flex h-control-sm max-w-1/2 shrink-0 items-center gap-1 rounded-chip border border-line bg-surface ps-1 pe-2 text-xs text-fg hover:bg-surface-hover"
        >
          <DirectionalIcon icon={ChevronLeft} size={12} />
          <bdi className="truncate">{page.label}</bdi>
        </button>
      ) : (
        <Icon icon={Search} className="text-fg-muted" />
      )}
      <Cmdk.Input
        value={query}
        onValueChange={onQueryChange}
        onKeyDown={onKeyDown}
        dir="auto"
        placeholder={placeholder ?? intl.formatMessage({ id: 'DesignSystem.CommandPalette.Placeholder' })}
        className="h-full min-w-0 flex-1 border-0 bg-transparent text-md in-[[dir=rtl]]:ltr:text-end outline-none placeholder:text-fg-muted"
      />
      {loading ? <Spinner className="text-fg-muted" /> : null}
      <Kbd keys="Escape" aria-hidden className="max-sm:hidden" />
    </div>
  )
}

interface PaletteScopesProps {
  scopes: readonly CommandScope[]
  scope: string | undefined
  onScopeChange: (scope: string | undefined) => void
}

const everywhere = 'everywhere'

/** Selects the scope: everywhere or one kind. One tab stop behind the field; arrows move. */
export function PaletteScopes({ scopes, scope, onScopeChange }: PaletteScopesProps) {
  const intl = useIntl()
  const entries = [
    { id: everywhere, label: intl.formatMessage({ id: 'DesignSystem.CommandPalette.Everywhere' }) },
    ...scopes,
  ]
  return (
    <ToggleGroup.Root
      type="single"
      value={scope ?? everywhere}
      onValueChange={next => {
        if (next !== '') onScopeChange(next === everywhere ? undefined : next)
      }}
      onKeyDown={event => event.stopPropagation()}
      aria-label={intl.formatMessage({ id: 'DesignSystem.CommandPalette.Scopes' })}
      className="flex shrink-0 gap-1 overflow-x-auto px-3 pbe-2"
    >
      {entries.map(entry => (
        <ToggleGroup.Item
          key={entry.id}
          value={entry.id}
          className="focus-ring-inset inline-flex h-control-sm shrink-0 items-center rounded-chip border border-line px-2 text-xs text-fg-secondary select-none hover:bg-surface-hover data-[state=on]:border-accent-border data-[state=on]:bg-accent-subtle data-[state=on]:font-medium data-[state=on]:text-accent-text system-highlight"
        >
          {entry.label}
        </ToggleGroup.Item>
      ))}
    </ToggleGroup.Root>
  )
}

interface PaletteMessageProps {
  status: 'idle' | 'loading' | 'ready' | 'error'
  empty: boolean
  query: string
  onRetry: () => void
}

/** The message instead of, or below, the list. */
export function PaletteMessage({ status, empty, query, onRetry }: PaletteMessageProps) {
  if (status === 'error') {
    return (
      <div role="alert" className="flex shrink-0 items-center gap-2 border-bs border-line-subtle px-3 py-2">
        <Icon icon={CircleX} className="text-danger-text" />
        <span className="min-w-0 flex-1">
          <FormattedMessage id="DesignSystem.CommandPalette.Failed" />
        </span>
        <Button size="sm" onClick={onRetry} onKeyDown={event => event.stopPropagation()}>
          <FormattedMessage id="DesignSystem.CommandPalette.Retry" />
        </Button>
      </div>
    )
  }
  if (!empty) return null
  return (
    <p className="shrink-0 border-bs border-line-subtle px-3 py-6 text-center wrap-anywhere text-fg-secondary">
      {status === 'loading' ? (
        <FormattedMessage id="DesignSystem.CommandPalette.Searching" />
      ) : query.trim() === '' ? (
        <FormattedMessage id="DesignSystem.CommandPalette.NothingHere" />
      ) : (
        <FormattedMessage
          id="DesignSystem.CommandPalette.Empty"
          values={{
            query: (
              <bdi key="query" className="font-medium text-fg">
                {query.trim().slice(0, 100)}
              </bdi>
            ),
          }}
        />
      )}
    </p>
  )
}

function Hint({ keys, children }: { keys: readonly string[]; children: ReactNode }) {
  return (
    <span className="flex items-center gap-1">
      {keys.map(key => (
        <Kbd key={key} keys={key} />
      ))}
      {children}
    </span>
  )
}

/** The keys, as a visual hint; the count, which is announced separately. */
export function PaletteFoot({ count, nested }: { count: string | undefined; nested: boolean }) {
  return (
    <div
      aria-hidden
      className="flex min-h-8 shrink-0 items-center gap-4 border-bs border-line-subtle bg-surface-sunken px-3 text-xs text-fg-muted max-sm:hidden"
    >
      <Hint keys={['ArrowUp', 'ArrowDown']}>
        <FormattedMessage id="DesignSystem.CommandPalette.HintMove" />
      </Hint>
      <Hint keys={['Enter']}>
        <FormattedMessage id="DesignSystem.CommandPalette.HintOpen" />
      </Hint>
      {nested ? (
        <Hint keys={['Backspace']}>
          <FormattedMessage id="DesignSystem.CommandPalette.HintBack" />
        </Hint>
      ) : null}
      <span className="ms-auto tabular-nums">{count}</span>
    </div>
  )
}
