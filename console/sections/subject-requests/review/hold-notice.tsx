import { Callout } from '@assay/design-system'
import type { SubjectHold } from '@assay/risk-service/contract'
import type { ReactNode } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { useAssessmentName } from '../../../platform/events/use-assessment-name.ts'

const separator = ' · '

interface HoldNoticeProps {
  hold: SubjectHold
  actions?: ReactNode
  className?: string
}

/** A legal hold: whose it is, until when, why, and what it protects. */
export function HoldNotice({ hold, actions, className }: HoldNoticeProps) {
  const intl = useIntl()
  const nameOf = useAssessmentName()
  return (
    <Callout
      tone="warning"
      {...(className === undefined ? {} : { className })}
      title={
        <FormattedMessage
          id="Subjects.Hold.Of"
          values={{
            owner: <bdi key="owner">{hold.owner}</bdi>,
            date: intl.formatDate(hold.until, { dateStyle: 'medium', timeZone: 'UTC' }),
          }}
        />
      }
      actions={actions}
    >
      <span className="block">
        <bdi>{hold.reason}</bdi>
      </span>
      <span className="block text-xs">
        <bdi>{hold.environmentName}</bdi>
        {separator}
        <bdi>{intl.formatList(hold.assessments.map(({ key, name }) => nameOf(key, name)))}</bdi>
        {separator}
        <code dir="ltr">{[hold.attribute, hold.value].filter(Boolean).join(' ')}</code>
      </span>
    </Callout>
  )
}
