import { Search } from 'lucide-react'
import { useEffect, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { Input } from '../../forms/input/input.tsx'
import { Switch } from '../../forms/switch/switch.tsx'
import { useAnnounce } from '../../lib/announcer.tsx'
import { useControllable } from '../../lib/use-controllable.ts'
import { useUniqueIds } from '../../lib/use-unique-ids.ts'
import { Button } from '../../primitives/button/button.tsx'
import { Icon } from '../../primitives/icon/icon.tsx'
import { matchScore } from '../command-palette/match.ts'
import { Dialog, DialogContent } from '../dialog/dialog.tsx'
import { RegionTable } from './region-table.tsx'
import type { ShortcutHelpProps } from './shortcut-help.tsx'

type ShortcutDialogProps = Omit<ShortcutHelpProps, 'open' | 'defaultOpen' | 'onOpenChange'> & { onClose: () => void }

/** The dialog while it is open. */
export function ShortcutDialog({
  regions,
  singleKeys,
  defaultSingleKeys = true,
  onSingleKeysChange,
  onRemap,
  allows,
  onReset,
  onClose,
  ...props
}: ShortcutDialogProps) {
  const intl = useIntl()
  const announce = useAnnounce()
  useUniqueIds('ShortcutHelp', 'shortcuts', regions, all =>
    all.flatMap(region => region.shortcuts.map(shortcut => shortcut.id)),
  )
  useUniqueIds('ShortcutHelp', 'regions', regions)
  const [query, setQuery] = useState('')
  const [on, setOn] = useControllable({
    value: singleKeys,
    defaultValue: defaultSingleKeys,
    onValueChange: onSingleKeysChange,
  })
  const searching = query.trim() !== ''
  const shown = regions
    .map(region => ({
      ...region,
      shortcuts: region.shortcuts.filter(
        shortcut => matchScore(query, shortcut.label, [shortcut.keys, region.label], intl.locale) > 0,
      ),
    }))
    .filter(region => region.shortcuts.length > 0)
  const total = shown.reduce((sum, region) => sum + region.shortcuts.length, 0)
  const count = intl.formatMessage({ id: 'DesignSystem.ShortcutHelp.Count' }, { count: total })
  useEffect(() => {
    if (searching) announce(count)
  }, [announce, searching, query, count])
  const label = intl.formatMessage({ id: 'DesignSystem.ShortcutHelp.Search' })

  return (
    <Dialog open onOpenChange={open => (open ? undefined : onClose())}>
      <DialogContent
        // While a row is recording keys, Escape only ends the recording.
        onEscapeKeyDown={event => {
          if (event.target instanceof Element && event.target.closest('[data-slot="shortcut-recorder"]'))
            event.preventDefault()
        }}
        {...props}
        title={<FormattedMessage id="DesignSystem.ShortcutHelp.Title" />}
        footer={
          onReset ? (
            <Button onClick={onReset}>
              <FormattedMessage id="DesignSystem.ShortcutHelp.Reset" />
            </Button>
          ) : undefined
        }
      >
        <div className="flex flex-col gap-4 pbe-2">
          <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
            <Input
              className="min-w-0 flex-1 basis-[12rem]"
              aria-label={label}
              placeholder={label}
              start={<Icon icon={Search} />}
              value={query}
              onChange={event => setQuery(event.target.value)}
              onClear={() => setQuery('')}
            />
            {onSingleKeysChange ? (
              <Switch
                label={<FormattedMessage id="DesignSystem.ShortcutHelp.SingleKeys" />}
                checked={on}
                onCheckedChange={setOn}
              />
            ) : null}
          </div>
          {on ? null : (
            <p className="text-xs text-fg-secondary">
              <FormattedMessage id="DesignSystem.ShortcutHelp.SingleKeysOff" />
            </p>
          )}
          {total === 0 ? (
            <p className="py-6 text-center text-fg-secondary">
              <FormattedMessage id="DesignSystem.ShortcutHelp.Empty" />
            </p>
          ) : null}
          {shown.map(region => (
            <RegionTable
              key={region.id}
              region={region}
              regions={regions}
              singleKeys={on}
              {...(onRemap ? { onRemap } : {})}
              {...(allows ? { allows } : {})}
            />
          ))}
        </div>
      </DialogContent>
    </Dialog>
  )
}
