import { Command as Cmdk } from 'cmdk'
import * as Radix from 'radix-ui/dialog'
import { type KeyboardEvent, useEffect, useState } from 'react'
import { useIntl } from 'react-intl'
import { useAnnounce } from '../../lib/announcer.tsx'
import { cn } from '../../lib/cn.ts'
import { useReturnFocus } from '../../lib/focus/use-return-focus.ts'
import { scrimClass } from '../dialog/scrim.ts'
import type { CommandPaletteProps } from './command-palette.tsx'
import { type Command, paletteGroups } from './palette-groups.ts'
import { PaletteList } from './palette-list.tsx'
import { PaletteFoot, PaletteHead, PaletteMessage, PaletteScopes } from './palette-parts.tsx'
import { useCommandSearch } from './use-command-search.ts'

type PaletteDialogProps = Omit<CommandPaletteProps, 'open' | 'defaultOpen' | 'onOpenChange'> & { onClose: () => void }

/** The palette while it is open: owner of its query, scope and nested pages. */
export function PaletteDialog({
  commands,
  scopes = [],
  defaultScope,
  recent = [],
  search,
  onRun,
  placeholder,
  onClose,
  className,
  ...props
}: PaletteDialogProps) {
  const intl = useIntl()
  const announce = useAnnounce()
  const { captureFocus, restoreFocus } = useReturnFocus()
  const [query, setQuery] = useState('')
  const [scope, setScope] = useState(defaultScope)
  const [pages, setPages] = useState<readonly Command[]>([])
  const page = pages.at(-1)
  const { status, found, retry } = useCommandSearch(page ? undefined : search, query, scope)
  const { groups, total } = paletteGroups({
    commands: page?.children ?? commands,
    found,
    recent: page ? [] : recent,
    scopes: page ? [] : scopes,
    scope: page ? undefined : scope,
    query,
    locale: intl.locale,
    recentHeading: intl.formatMessage({ id: 'DesignSystem.CommandPalette.Recent' }),
  })

  const searching = query.trim() !== ''
  const count = intl.formatMessage({ id: 'DesignSystem.CommandPalette.Count' }, { count: total })
  useEffect(() => {
    if (searching && status !== 'loading' && status !== 'error') announce(count)
  }, [announce, searching, query, status, count])

  const turnTo = (next: readonly Command[]) => {
    setPages(next)
    setQuery('')
  }
  const choose = (command: Command) => {
    if (command.children) {
      turnTo([...pages, command])
      return
    }
    onClose()
    command.onSelect?.()
    onRun?.(command)
  }
  const keyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key !== 'Backspace' || query !== '' || !page || event.nativeEvent.isComposing) return
    event.preventDefault()
    turnTo(pages.slice(0, -1))
  }
  const label = intl.formatMessage({ id: 'DesignSystem.CommandPalette.Label' })

  return (
    <Radix.Root open onOpenChange={next => (next ? undefined : onClose())}>
      <Radix.Portal>
        <Radix.Overlay className={scrimClass} />
        <Radix.Content
          data-slot="command-palette"
          aria-describedby={undefined}
          onOpenAutoFocus={captureFocus}
          onCloseAutoFocus={restoreFocus}
          onEscapeKeyDown={event => {
            // Leaves one level: from a nested page to its parent.
            if (!page) return
            event.preventDefault()
            turnTo(pages.slice(0, -1))
          }}
          className={cn(
            'fixed inset-x-0 inset-bs-16 z-dialog mx-auto max-h-[calc(100dvh-5rem)] w-[calc(100vw-1.5rem)] max-w-dialog-md animate-rise-in overflow-hidden rounded-dialog border border-transparent bg-surface-raised text-sm text-fg shadow-3 outline-none max-sm:inset-bs-3',
            className,
          )}
          {...props}
        >
          <Radix.Title className="sr-only">{label}</Radix.Title>
          <Cmdk
            shouldFilter={false}
            loop
            vimBindings={false}
            label={label}
            className="flex max-h-[calc(100dvh-5rem)] flex-col outline-none"
          >
            <PaletteHead
              page={page}
              query={query}
              onQueryChange={setQuery}
              onBack={() => turnTo(pages.slice(0, -1))}
              onKeyDown={keyDown}
              loading={status === 'loading'}
              placeholder={placeholder}
            />
            {page || scopes.length === 0 ? null : (
              <PaletteScopes scopes={scopes} scope={scope} onScopeChange={setScope} />
            )}
            <PaletteList groups={groups} busy={status === 'loading'} onChoose={choose} />
            <PaletteMessage status={status} empty={total === 0} query={query} onRetry={retry} />
            <PaletteFoot count={searching && total > 0 ? count : undefined} nested={page !== undefined} />
          </Cmdk>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
