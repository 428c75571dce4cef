import { Callout, SidePanel } from '@assay/design-system'
import type { Queue } from '@assay/risk-service/contract'
import { Fragment, useMemo } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { settingsOf } from '../queue-settings.ts'
import { usePanelFocus } from '../use-panel-focus.ts'
import { useQueueList } from '../use-queue-list.ts'
import { QueueFormPanel } from './queue-form-panel.tsx'
import { settingLabels, settingText } from './setting-texts.ts'

const panelWidth = 560
/** A setting without a value. */
const missingMark = '–'

interface QueuePanelProps {
  /** Null: a new queue. */
  queue: Queue | null
  onClose: () => void
  onSaved: () => void
}

/** Settings of a queue: a form for those who may change it, and a list for everybody else and of General. */
export function QueuePanel({ queue, onClose, onSaved }: QueuePanelProps) {
  const panel = usePanelFocus<HTMLDivElement>()
  const title = queue ? (
    <FormattedMessage id="Queues.Settings.Title" values={{ name: <bdi key="name">{queue.name}</bdi> }} />
  ) : (
    <FormattedMessage id="Queues.New" />
  )
  return (
    <SidePanel
      ref={panel}
      tabIndex={-1}
      className="focus-ring-inset"
      title={title}
      width={panelWidth}
      resizable
      onClose={onClose}
    >
      {queue && (queue.kind === 'System' || !queue.rights.define) ? (
        <SettingsList queue={queue} />
      ) : (
        <QueueFormPanel queue={queue} onClose={onClose} onSaved={onSaved} />
      )}
    </SidePanel>
  )
}

/** Every setting of a queue that the caller cannot change, and the reason. */
function SettingsList({ queue }: { queue: Queue }) {
  const intl = useIntl()
  const { queues } = useQueueList()
  const items = useMemo(() => {
    const settings = settingsOf(queue)
    const named = [...queue.assignedUsers, ...queue.assignedGroups, ...queue.supervisors, ...queues]
    const names = new Map(named.map(({ id, name }) => [id, name]))
    return Object.entries(settingLabels)
      .filter(([field]) => field !== 'name')
      .map(([field, labelId]) => ({
        id: field,
        label: intl.formatMessage({ id: labelId }),
        value: settingText(field as keyof typeof settingLabels, settings, intl, id => names.get(id) ?? id),
      }))
  }, [queue, queues, intl])
  return (
    <div className="flex flex-col gap-4 p-4">
      <Callout tone="info">
        <FormattedMessage id={queue.kind === 'System' ? 'Queues.System.Fixed' : 'Environments.ReadOnly'} />
      </Callout>
      <dl className="grid grid-cols-[minmax(0,12rem)_minmax(0,1fr)] gap-x-4 gap-y-2">
        {items.map(({ id, label, value }) => (
          <Fragment key={id}>
            <dt className="text-fg-muted">{label}</dt>
            <dd dir="auto" className="wrap-anywhere whitespace-pre-wrap">
              {value === '' ? <span className="text-fg-muted">{missingMark}</span> : value}
            </dd>
          </Fragment>
        ))}
      </dl>
    </div>
  )
}
