import { KeyValue, KeyValueList, SidePanel } from '@assay/design-system'
import { DiffViewer } from '@assay/design-system/editor'
import type { MovedObject } from '@assay/risk-service/contract'
import { fql } from '@assay/risk-service/fql/editor'
import { FormattedMessage, useIntl } from 'react-intl'
import { Link } from 'react-router-dom'
import { StateBadge } from '../../platform/authoring/translation/state-badge.tsx'
import { useCan, useHref } from '../../platform/environments/environments.tsx'
import { canOpen } from '../../platform/permissions/route-table.ts'
import { NoteList } from './note-text.tsx'
import { objectPage } from './object-page.ts'

interface ObjectPanelProps {
  object: MovedObject
  applied: boolean
  onClose: () => void
  onPrevious: (() => void) | undefined
  onNext: (() => void) | undefined
}

/** One object: its state with what to do next, and its text beside the one that it replaces. */
export function ObjectPanel({ object, applied, onClose, onPrevious, onNext }: ObjectPanelProps) {
  const intl = useIntl()
  const href = useHref()
  const can = useCan()
  const { kind, name, area, state, action, text } = object
  const page = objectPage(object)
  return (
    <SidePanel title={<bdi>{name}</bdi>} onClose={onClose} onPrevious={onPrevious} onNext={onNext} resizable>
      <div className="flex flex-col gap-4 p-4">
        <KeyValueList termWidth="sm">
          <KeyValue term={<FormattedMessage id="MovingIn.Column.state" />}>
            <StateBadge state={state} />
          </KeyValue>
          <KeyValue term={<FormattedMessage id="MovingIn.Column.kind" />}>
            <FormattedMessage id={`MovingIn.Kind.${kind}`} />
          </KeyValue>
          {area === '' ? null : (
            <KeyValue term={<FormattedMessage id="MovingIn.Area" />}>
              <bdi>{area}</bdi>
            </KeyValue>
          )}
          <KeyValue term={<FormattedMessage id="MovingIn.Column.action" />}>
            <FormattedMessage id={`MovingIn.${applied ? 'Done' : 'Action'}.${action}`} />
          </KeyValue>
        </KeyValueList>
        <section className="flex flex-col gap-2">
          <h3 className="text-xs font-medium text-fg-secondary">
            <FormattedMessage id="MovingIn.Column.next" />
          </h3>
          <NoteList object={object} />
          {page !== null && canOpen(page.route, can) ? (
            <Link to={href(page.path)} className="text-link focus-ring self-start hover:underline">
              <FormattedMessage id="MovingIn.OpenPage" />
            </Link>
          ) : null}
        </section>
        {text === null ? null : (
          <DiffViewer
            className="min-h-[16rem]"
            language={fql}
            label={intl.formatMessage({ id: 'MovingIn.Difference' })}
            before={text.before}
            after={text.after}
            beforeLabel={<FormattedMessage id="MovingIn.Before" />}
            afterLabel={<FormattedMessage id="MovingIn.After" />}
          />
        )}
      </div>
    </SidePanel>
  )
}
