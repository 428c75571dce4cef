import { Field, NumberInput, TagInput } from '@assay/design-system'
import { caseLimits, type ReviewerSkills, type TeamMember } from '@assay/risk-service/contract'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { api, client } from '../../../platform/api/client.ts'
import { FormDialog } from '../../../platform/forms/form-dialog.tsx'
import { useApiMutation } from '../../../platform/mutations/use-api-mutation.ts'

interface CapacityDialogProps {
  environmentId: string
  member: TeamMember
  onClose: () => void
}

type SkillList = 'countries' | 'languages' | 'categories' | 'tags'

/** How each list of skills is written: its normal form, and what an entry has to look like. */
const lists: readonly {
  name: SkillList
  normalize: (text: string) => string
  isValid: (text: string) => boolean
}[] = [
  { name: 'countries', normalize: text => text.trim().toUpperCase(), isValid: text => /^[A-Z]{2}$/.test(text) },
  { name: 'languages', normalize: text => text.trim().toLowerCase(), isValid: text => /^[a-z]{2,3}$/.test(text) },
  { name: 'categories', normalize: text => text.trim(), isValid: text => text.length <= caseLimits.name },
  { name: 'tags', normalize: text => text.trim().toLowerCase(), isValid: text => text.length <= caseLimits.tag },
]

/** How many open cases a person gets from the service, and which: countries, languages, amounts, categories and tags. */
export function CapacityDialog({ environmentId, member, onClose }: CapacityDialogProps) {
  const intl = useIntl()
  const [openCases, setOpenCases] = useState<number | null>(member.openCases)
  const [skills, setSkills] = useState<ReviewerSkills>(member.skills)
  const [attempts, setAttempts] = useState(0)
  const mutation = useApiMutation({
    mutationFn: (limit: number) =>
      client.team.setCapacity({ environmentId, userId: member.id, openCases: limit, skills }),
    invalidates: [api.team.key(), api.queues.key()],
    onSuccess: onClose,
  })
  const isLimit = openCases !== null && openCases >= 1 && openCases <= caseLimits.maxOpenCases
  const { minAmountUsd: min, maxAmountUsd: max } = skills
  const isBand = min === null || max === null || min <= max
  const areListsValid = lists.every(({ name, isValid }) => skills[name].every(isValid))
  const submit = () => {
    setAttempts(attempts + 1)
    if (isLimit && isBand && areListsValid && !mutation.isPending) mutation.mutate(openCases)
  }
  const change = (part: Partial<ReviewerSkills>) => setSkills({ ...skills, ...part })
  const amount = (name: 'minAmountUsd' | 'maxAmountUsd') => (
    <NumberInput
      currency="USD"
      min={0}
      maximumFractionDigits={2}
      value={skills[name] === null ? null : skills[name] / 100}
      onValueChange={value => change({ [name]: value === null ? null : Math.round(value * 100) })}
    />
  )
  return (
    <FormDialog
      title={<bdi>{member.name}</bdi>}
      description={<FormattedMessage id="Cases.Team.Edit.Text" />}
      confirm={<FormattedMessage id="Common.Save" />}
      running={mutation.isPending}
      attempts={attempts}
      refusal={null}
      onSubmit={submit}
      onClose={onClose}
    >
      <Field
        label={<FormattedMessage id="Cases.Team.OpenCases" />}
        description={<FormattedMessage id="Cases.Team.OpenCases.Text" />}
        required
        error={
          isLimit ? undefined : (
            <FormattedMessage id="Cases.Team.OpenCases.Rule" values={{ limit: caseLimits.maxOpenCases }} />
          )
        }
      >
        <NumberInput min={1} max={caseLimits.maxOpenCases} value={openCases} onValueChange={setOpenCases} />
      </Field>
      {lists.map(({ name, normalize, isValid }) => (
        <Field key={name} label={<FormattedMessage id={`Cases.Skills.${name}`} />}>
          <TagInput
            value={skills[name]}
            normalize={normalize}
            validate={text => (isValid(text) ? undefined : intl.formatMessage({ id: `Cases.Skills.${name}.Rule` }))}
            onValueChange={values => change({ [name]: [...values] })}
          />
        </Field>
      ))}
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label={<FormattedMessage id="Cases.Skills.minAmountUsd" />}>{amount('minAmountUsd')}</Field>
        <Field
          label={<FormattedMessage id="Cases.Skills.maxAmountUsd" />}
          error={isBand ? undefined : <FormattedMessage id="Cases.Skills.Amount.Rule" />}
        >
          {amount('maxAmountUsd')}
        </Field>
      </div>
    </FormDialog>
  )
}
