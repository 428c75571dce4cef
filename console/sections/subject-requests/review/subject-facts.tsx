import { CopyableId, KeyValue, KeyValueList } from '@assay/design-system'
import type { ReactNode } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { useEnvironment } from '../../../platform/environments/environments.tsx'
import type { SearchedSubject } from '../searched-subject.ts'

interface SubjectFactsProps {
  assessment: string
  subject: SearchedSubject
  /** Further facts. */
  children?: ReactNode
}

/** Whom a request or a hold is about, and where. */
export function SubjectFacts({ assessment, subject, children }: SubjectFactsProps) {
  const intl = useIntl()
  const { friendlyName } = useEnvironment()
  return (
    <KeyValueList>
      <KeyValue term={<FormattedMessage id="Subjects.Assessment" />}>
        <bdi>{assessment}</bdi>
      </KeyValue>
      <KeyValue term={<FormattedMessage id="Subjects.AttributeShort" />}>
        <code dir="ltr">{subject.PropertyName}</code>
      </KeyValue>
      <KeyValue term={<FormattedMessage id="Subjects.Value" />}>
        <CopyableId value={subject.PropertyValue} label={intl.formatMessage({ id: 'Subjects.Value' })} wrap />
      </KeyValue>
      <KeyValue term={<FormattedMessage id="Subjects.Range" />}>
        <span className="whitespace-normal">
          <FormattedMessage id="Subjects.Below" values={{ environment: <bdi key="name">{friendlyName}</bdi> }} />
        </span>
      </KeyValue>
      {children}
    </KeyValueList>
  )
}
