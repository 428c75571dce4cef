import { Pencil } from 'lucide-react'
import { type KeyboardEvent, useId, useRef, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { useAnnounce } from '../../lib/announcer.tsx'
import { cn } from '../../lib/cn.ts'
import { IconButton } from '../../primitives/icon-button/icon-button.tsx'
import { Kbd } from '../../primitives/kbd/kbd.tsx'
import { findConflict, isSingleKey, keysFromEvent, type Shortcut, type ShortcutRegion } from './shortcut-keys.ts'

interface RegionTableProps {
  region: ShortcutRegion
  /** All regions, to find keys that are taken. */
  regions: readonly ShortcutRegion[]
  singleKeys: boolean
  onRemap?: (change: { id: string; keys: string }) => void
  allows?: (keys: string) => boolean
}

/** The shortcuts of one region: their actions, their keys, and a button to change them. */
export function RegionTable({ region, regions, singleKeys, onRemap, allows }: RegionTableProps) {
  const id = useId()
  const [recording, setRecording] = useState<string>()
  return (
    <section aria-labelledby={id}>
      <h3 id={id} className="mbe-1 text-xs font-medium text-fg-secondary">
        {region.label}
      </h3>
      <table aria-labelledby={id} className="w-full border-collapse">
        <thead className="sr-only">
          <tr>
            <th scope="col">
              <FormattedMessage id="DesignSystem.ShortcutHelp.Action" />
            </th>
            <th scope="col">
              <FormattedMessage id="DesignSystem.ShortcutHelp.Keys" />
            </th>
            {onRemap ? <td /> : null}
          </tr>
        </thead>
        <tbody>
          {region.shortcuts.map(shortcut => (
            <Row
              key={shortcut.id}
              shortcut={shortcut}
              regions={regions}
              off={!singleKeys && isSingleKey(shortcut.keys)}
              recording={recording === shortcut.id}
              onRecordingChange={on => setRecording(on ? shortcut.id : undefined)}
              onRemap={onRemap}
              allows={allows}
            />
          ))}
        </tbody>
      </table>
    </section>
  )
}

interface RowProps {
  shortcut: Shortcut
  regions: readonly ShortcutRegion[]
  off: boolean
  recording: boolean
  onRecordingChange: (recording: boolean) => void
  onRemap: RegionTableProps['onRemap'] | undefined
  allows: RegionTableProps['allows'] | undefined
}

function Row({ shortcut, regions, off, recording, onRecordingChange, onRemap, allows }: RowProps) {
  const intl = useIntl()
  const announce = useAnnounce()
  const change = useRef<HTMLButtonElement>(null)
  const [conflict, setConflict] = useState<{ keys: string; other: Shortcut | null }>()

  const stop = () => {
    onRecordingChange(false)
    setConflict(undefined)
    change.current?.focus()
  }
  const record = (event: KeyboardEvent<HTMLElement>) => {
    // Tab still leaves: there is no keyboard trap.
    if (event.key === 'Tab') return
    event.preventDefault()
    event.stopPropagation()
    if (event.key === 'Escape') {
      stop()
      return
    }
    const keys = keysFromEvent(event)
    if (keys === undefined) return
    if (allows && !allows(keys)) {
      setConflict({ keys, other: null })
      return
    }
    const other = findConflict(regions, shortcut.id, keys)
    if (other) {
      setConflict({ keys, other })
      return
    }
    onRemap?.({ id: shortcut.id, keys })
    announce(
      intl.formatMessage(
        { id: 'DesignSystem.ShortcutHelp.Changed' },
        { action: shortcut.label, keys: keys.replaceAll('+', ' ') },
      ),
    )
    stop()
  }

  return (
    <tr className="border-be border-line-subtle last:border-be-0">
      <th scope="row" className={cn('py-1.5 pe-3 text-start font-normal wrap-anywhere', off && 'text-fg-muted')}>
        {shortcut.label}
        {conflict ? (
          <p role="alert" className="text-xs text-danger-text">
            <FormattedMessage
              id={conflict.other ? 'DesignSystem.ShortcutHelp.Conflict' : 'DesignSystem.ShortcutHelp.NotAllowed'}
              values={{ keys: <Kbd key="keys" keys={conflict.keys} />, action: conflict.other?.label ?? '' }}
            />
          </p>
        ) : null}
      </th>
      <td className="py-1.5 text-end">
        {recording ? (
          <button
            type="button"
            data-slot="shortcut-recorder"
            // It was opened by the user who pressed Change.
            autoFocus
            onKeyDown={record}
            onBlur={() => {
              onRecordingChange(false)
              setConflict(undefined)
            }}
            className="focus-ring inline-flex h-control-sm items-center rounded-chip border border-dashed border-line-strong px-2 text-xs text-fg-secondary"
          >
            <FormattedMessage id="DesignSystem.ShortcutHelp.Press" />
            <span className="sr-only">
              <FormattedMessage id="DesignSystem.ShortcutHelp.PressFor" values={{ action: shortcut.label }} />
            </span>
          </button>
        ) : (
          <span className="inline-flex items-center gap-2">
            {off ? (
              <span className="text-xs text-fg-muted">
                <FormattedMessage id="DesignSystem.ShortcutHelp.Off" />
              </span>
            ) : null}
            <Kbd keys={shortcut.keys} className={cn('h-5 min-w-5', off && 'text-fg-muted line-through')} />
          </span>
        )}
      </td>
      {onRemap ? (
        <td className="w-8 ps-2">
          {shortcut.fixed ? null : (
            <IconButton
              ref={change}
              size="sm"
              icon={Pencil}
              iconSize={12}
              label={intl.formatMessage({ id: 'DesignSystem.ShortcutHelp.Change' }, { action: shortcut.label })}
              onClick={() => onRecordingChange(true)}
            />
          )}
        </td>
      ) : null}
    </tr>
  )
}
