import { type ComboboxOption, Field, MultiSelect } from '@assay/design-system'
import { accessLimits, addressPattern, type DirectoryEntry } from '@assay/risk-service/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { api } from '../../../platform/api/client.ts'
import { useEnvironment } from '../../../platform/environments/environments.tsx'
import { useDebouncedValue } from '../../../platform/timing/use-debounced-value.ts'
import { type ChosenPerson, isInvited, nameOf, valueOf } from './chosen-people.ts'

interface PeopleFieldProps {
  people: readonly ChosenPerson[]
  /** Id of the message about what is wrong with them, and its name. */
  error: { id: string; name?: string } | null
  onChange: (people: ChosenPerson[]) => void
}

/** Milliseconds without a key before the directory is searched. */
const searchPause = 300
const nobody: readonly DirectoryEntry[] = []

/** Chooses people and groups of the directory while their names are typed, or addresses to invite. */
export function PeopleField({ people, error, onChange }: PeopleFieldProps) {
  const intl = useIntl()
  const { id: environmentId } = useEnvironment()
  const [text, setText] = useState('')
  const [wrong, setWrong] = useState(false)
  const query = useDebouncedValue(text.trim(), searchPause)
  const searching = query.length >= accessLimits.queryFrom
  const { data, isFetching, isError, refetch } = useQuery(
    api.access.people.queryOptions({ input: { environmentId, query }, enabled: searching, staleTime: 30_000 }),
  )
  const found = searching ? ((data?.people as DirectoryEntry[] | undefined) ?? nobody) : nobody
  const candidates = new Map<string, ChosenPerson>([...people, ...found].map(person => [valueOf(person), person]))
  const options = [...candidates.values()].map(
    (person): ComboboxOption => ({
      value: valueOf(person),
      label: nameOf(person),
      description: isInvited(person)
        ? intl.formatMessage({ id: 'Access.Status.invited' })
        : person.kind === 'group'
          ? intl.formatMessage({ id: 'Access.Type.group' })
          : person.username,
    }),
  )
  const invited = people.filter(isInvited)
  const shownError = wrong ? { id: 'Access.Address.Invalid' } : error
  return (
    <>
      <Field
        label={<FormattedMessage id="Access.People" />}
        required
        {...(shownError === null
          ? {}
          : {
              error: <FormattedMessage id={shownError.id} values={{ name: <bdi key="name">{shownError.name}</bdi> }} />,
            })}
      >
        <MultiSelect
          options={options}
          value={people.map(valueOf)}
          placeholder={intl.formatMessage({ id: 'Access.People.Placeholder' })}
          loading={searching && isFetching}
          {...(isError ? { error: <FormattedMessage id="Authoring.Failed" />, onRetry: () => void refetch() } : {})}
          empty={<FormattedMessage id={searching ? 'Access.People.None' : 'Access.People.Type'} />}
          onSearch={typed => {
            setText(typed)
            setWrong(false)
          }}
          onCreate={typed => {
            const address = typed.trim()
            if (!addressPattern.test(address)) return setWrong(true)
            setWrong(false)
            if (people.length < accessLimits.people && !candidates.has(address)) onChange([...people, { address }])
          }}
          onValueChange={values => {
            setWrong(false)
            onChange(values.slice(0, accessLimits.people).flatMap(value => candidates.get(value) ?? []))
          }}
        />
      </Field>
      {invited.length === 0 ? null : (
        <p className="text-xs text-fg-secondary">
          <FormattedMessage
            id="Access.NotInDirectory"
            values={{
              count: invited.length,
              address: <bdi key="address">{invited.map(({ address }) => address).join(', ')}</bdi>,
            }}
          />
        </p>
      )}
    </>
  )
}
