import { Button, Icon, Kbd } from '@assay/design-system'
import { type Case, caseLimits } from '@assay/risk-service/contract'
import { Layers, Undo2 } from 'lucide-react'
import { FormattedMessage, useIntl } from 'react-intl'
import { Link } from 'react-router-dom'
import { useCaseLinks } from '../../../platform/cases/case-links.ts'
import { useHotkeys } from '../../../platform/hotkeys/index.ts'
import { useOffline } from '../../../platform/offline/connection.ts'
import { usePreferences } from '../../../platform/preferences/index.ts'
import type { CaseMode } from './model/case-mode.ts'
import { shownKey } from './review-buttons.ts'

type BundleCommand = 'takeBundle' | 'releaseBundle'

interface BundleRowProps {
  row: Case
  mode: CaseMode
  /** Name of the change that is under way. */
  pending: string | null
  onCommand: (command: BundleCommand) => void
}

/**
 * Waiting cases with the same customer, instrument or device, which can be taken together, and those that the caller
 * reviews together with this one. Nothing for a case without any.
 */
export function BundleRow({ row, mode, pending, onCommand }: BundleRowProps) {
  const intl = useIntl()
  const offline = useOffline()
  const { shortcutsEnabled } = usePreferences()
  const { caseHref } = useCaseLinks()
  const { bundle } = row.own
  const mayTake = mode === 'review' || (mode === 'view' && row.own.startRefusal === null)
  const room = caseLimits.bundle - bundle.length
  const count = mayTake ? Math.min(row.linkedWaiting, room) : 0
  const together = mode === 'review' && bundle.length > 0
  const blocked = pending !== null || offline
  const commands = [
    ...(count > 0
      ? [
          {
            id: 'takeBundle' as const,
            // The letter alone shows the linked events.
            key: 'Shift+L',
            icon: Layers,
            label: intl.formatMessage({ id: 'Review.Case.Bundle.Take' }, { count }),
          },
        ]
      : []),
    ...(together
      ? [
          {
            id: 'releaseBundle' as const,
            key: 'x',
            icon: Undo2,
            label: intl.formatMessage({ id: 'Review.Case.Bundle.Release' }, { count: bundle.length + 1 }),
          },
        ]
      : []),
  ]
  useHotkeys(
    { id: 'case-bundle', label: intl.formatMessage({ id: 'Review.Case.Keys' }) },
    commands.map(({ id, key, label }) => ({
      id,
      keys: key,
      label,
      disabled: blocked,
      run: () => onCommand(id),
    })),
  )
  if (commands.length === 0) return null
  return (
    <div className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-2">
      {together ? (
        <p className="min-w-0 wrap-anywhere">
          <FormattedMessage
            id="Review.Case.Bundle.With"
            values={{
              cases: bundle.map((each, index) => (
                <span key={`${each.eventType}/${each.externalId}`}>
                  {index === 0 ? '' : ' '}
                  <Link
                    to={caseHref({ ...each, environmentId: row.environmentId })}
                    className="rounded-chip font-medium text-link focus-ring hover:underline"
                  >
                    <bdi dir="ltr">{each.externalId}</bdi>
                  </Link>
                </span>
              )),
            }}
          />
        </p>
      ) : null}
      {count > 0 ? (
        <p className="min-w-0">
          <FormattedMessage id="Review.Case.Bundle.Waiting" values={{ count: row.linkedWaiting }} />
        </p>
      ) : null}
      {commands.map(({ id, key, icon, label }) => (
        <Button
          key={id}
          size="sm"
          aria-keyshortcuts={shortcutsEnabled ? shownKey(key) : undefined}
          start={<Icon icon={icon} />}
          end={shortcutsEnabled ? <Kbd aria-hidden keys={shownKey(key)} /> : undefined}
          loading={pending === id}
          disabled={blocked && pending !== id}
          onClick={() => onCommand(id)}
        >
          {label}
        </Button>
      ))}
    </div>
  )
}
