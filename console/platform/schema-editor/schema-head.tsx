import { FormattedMessage } from 'react-intl'

const head = 'h-header px-cell-x text-start text-xs font-medium whitespace-nowrap text-fg-secondary'
/** Cells of the rows of fields. */
export const fieldCell = 'px-cell-x py-1'
export const columnCount = 7

/** Heads of the columns of fields. */
export const SchemaHead = () => (
  <thead>
    <tr className="border-be border-line bg-surface-sunken">
      <th scope="col" className={`${head} w-[27%] ps-[3.25rem]`}>
        <FormattedMessage id="Common.Name" />
      </th>
      <th scope="col" className={`${head} w-[19%]`}>
        <FormattedMessage id="Templates.Assessment.FriendlyName" />
      </th>
      <th scope="col" className={`${head} w-[11%]`}>
        <FormattedMessage id="Integration.Api.Type" />
      </th>
      <th scope="col" className={head}>
        <FormattedMessage id="Calls.Sample" />
      </th>
      <th scope="col" className={`${head} w-[9%]`}>
        <FormattedMessage id="Ontology.Column.Required" />
      </th>
      <th scope="col" className={`${head} w-[10%]`}>
        <FormattedMessage id="Ontology.Column.Searchable" />
      </th>
      <th scope="col" className={`${head} w-[6.5rem]`}>
        <span className="sr-only">
          <FormattedMessage id="Schema.Commands" />
        </span>
      </th>
    </tr>
  </thead>
)
