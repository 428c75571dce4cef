import { createColumns, type DataColumn } from '@assay/design-system'
import { type MovedObject, movedKinds, moveStates } from '@assay/risk-service/contract'
import type { IntlShape } from 'react-intl'
import { StateBadge } from '../../platform/authoring/translation/state-badge.tsx'
import { needsTrial, noteText } from './note-text.tsx'

const c = createColumns<MovedObject>()

/** The next act for an object: what its first note says, or a trial of the rule. */
function nextText(intl: IntlShape, object: MovedObject): string {
  const [first] = object.notes
  if (first !== undefined) return noteText(intl, first)
  return needsTrial(object) ? intl.formatMessage({ id: 'MovingIn.Try' }) : ''
}

/** Columns of what moves in. */
export function movedColumns(intl: IntlShape, applied: boolean): DataColumn<MovedObject>[] {
  const plain = { sortable: false, filter: false } as const
  return [
    c.text('name', { ...plain, labelId: 'Common.Name', rowHeader: true, value: row => row.name, size: 240 }),
    c.custom('kind', {
      ...plain,
      labelId: 'MovingIn.Column.kind',
      value: row => movedKinds.indexOf(row.kind),
      text: row => intl.formatMessage({ id: `MovingIn.Kind.${row.kind}` }),
      cell: row => intl.formatMessage({ id: `MovingIn.Kind.${row.kind}` }),
      size: 160,
    }),
    c.custom('state', {
      ...plain,
      labelId: 'MovingIn.Column.state',
      value: row => moveStates.indexOf(row.state),
      text: row => intl.formatMessage({ id: `Rules.Translate.State.${row.state}` }),
      cell: row => <StateBadge state={row.state} />,
      size: 160,
    }),
    c.text('action', {
      ...plain,
      labelId: 'MovingIn.Column.action',
      value: row => intl.formatMessage({ id: `MovingIn.${applied ? 'Done' : 'Action'}.${row.action}` }),
      size: 140,
    }),
    c.text('next', {
      ...plain,
      labelId: 'MovingIn.Column.next',
      value: row => nextText(intl, row),
      size: 420,
      secondary: true,
    }),
  ]
}
