import { Button, Field, Icon, Input, Select } from '@assay/design-system'
import { type SubjectAssessment, subjectLimits } from '@assay/risk-service/contract'
import { Search } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { FormattedMessage } from 'react-intl'
import { useAssessmentName } from '../../../platform/events/use-assessment-name.ts'
import type { SearchedSubject } from '../searched-subject.ts'

interface SubjectFormProps {
  assessments: readonly SubjectAssessment[]
  assessment: SubjectAssessment
  attribute: string
  searching: boolean
  onChoose: (choice: { assessment: string; attribute: string | null }) => void
  onSearch: (subject: SearchedSubject) => void
}

/** Who is searched for: assessment, data subject ID and the value as it was sent. */
export function SubjectForm({ assessments, assessment, attribute, searching, onChoose, onSearch }: SubjectFormProps) {
  const nameOf = useAssessmentName()
  const [value, setValue] = useState('')
  const search = (event: FormEvent) => {
    event.preventDefault()
    if (value !== '') onSearch({ AssessmentName: assessment.key, PropertyName: attribute, PropertyValue: value })
  }
  return (
    <form
      noValidate
      className="flex flex-wrap items-end gap-3 border-be border-line-subtle px-page py-3"
      onSubmit={search}
    >
      <Field className="min-w-[11rem] flex-1" label={<FormattedMessage id="Subjects.Assessment" />}>
        <Select
          value={assessment.key}
          options={assessments.map(({ key, name }) => ({ value: key, label: nameOf(key, name) }))}
          onValueChange={key => onChoose({ assessment: key, attribute: null })}
        />
      </Field>
      <Field className="min-w-[11rem] flex-1" label={<FormattedMessage id="Subjects.Attribute" />}>
        <Select
          value={attribute}
          options={assessment.attributes.map(({ path }) => ({ value: path, label: path }))}
          onValueChange={path => onChoose({ assessment: assessment.key, attribute: path })}
        />
      </Field>
      <Field className="min-w-[12rem] flex-[2]" label={<FormattedMessage id="Subjects.Value" />} required>
        <Input
          mono
          autoComplete="off"
          spellCheck={false}
          maxLength={subjectLimits.value}
          value={value}
          onChange={event => setValue(event.target.value)}
        />
      </Field>
      <Button type="submit" variant="primary" loading={searching} disabled={value === ''}>
        <Icon icon={Search} />
        <FormattedMessage id="Subjects.Search" />
      </Button>
    </form>
  )
}
