import { useEffect, useState } from 'react'

/** The value once it has not changed for a while: what is sent to the service. */
export function useDebouncedValue<Value>(value: Value, milliseconds = 250): Value {
  const [debounced, setDebounced] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(value), milliseconds)
    return () => clearTimeout(timer)
  }, [value, milliseconds])
  return debounced
}
