import { useEffect, useRef } from 'react'

/** Says once, in development, that ids are not unique: selection and focus would then take two rows for one. */
export function useDuplicateWarning<Row>(rows: readonly Row[], getRowId: (row: Row) => string): void {
  const warned = useRef(false)
  useEffect(() => {
    if (!import.meta.env?.DEV || warned.current) return
    const seen = new Set<string>()
    for (const row of rows) {
      const id = getRowId(row)
      if (seen.has(id)) {
        warned.current = true
        console.warn(`DataTable: two rows have the id "${id}", so that choosing one chooses both. Let getRowId return what is unique.`)
        return
      }
      seen.add(id)
    }
  }, [rows, getRowId])
}
