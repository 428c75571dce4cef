import { FormattedMessage } from 'react-intl'

const head = 'h-header px-cell-x text-start text-xs font-medium whitespace-nowrap text-fg-secondary'
/** Cells of the rows of fields. */
export const fieldCell = 'px-cell-x py-1'
/** The preview beside a narrow table shows the sample values as well. */
export const sampleCell = 'hidden @min-[54rem]:table-cell'
/** Columns of every table; a wide one has sample values beside. */
export const columnCount = 6
/** Columns at the end of a row, after the sample value: required, searchable and commands. */
export const endColumns = 3

/** Heads of the columns of fields. */
export const SchemaHead = () => (
  <thead>
    <tr className="border-be border-line bg-surface-sunken">
      <th scope="col" className={`${head} ps-[3.25rem] @min-[54rem]:w-[25%]`}>
        <FormattedMessage id="Common.Name" />
      </th>
      <th scope="col" className={`${head} w-[18%] @min-[54rem]:w-[17%]`}>
        <FormattedMessage id="Templates.Assessment.FriendlyName" />
      </th>
      <th scope="col" className={`${head} w-[12%] @min-[54rem]:w-[11%]`}>
        <FormattedMessage id="Integration.Api.Type" />
      </th>
      <th scope="col" className={`${head} ${sampleCell}`}>
        <FormattedMessage id="Calls.Sample" />
      </th>
      <th scope="col" className={`${head} w-[4.75rem] @min-[54rem]:w-[5.5rem]`}>
        <FormattedMessage id="Ontology.Column.Required" />
      </th>
      <th scope="col" className={`${head} w-[5.25rem] @min-[54rem]:w-[6.25rem]`}>
        <FormattedMessage id="Ontology.Column.Searchable" />
      </th>
      <th scope="col" className={`${head} w-[5rem]`}>
        <span className="sr-only">
          <FormattedMessage id="Schema.Commands" />
        </span>
      </th>
    </tr>
  </thead>
)
