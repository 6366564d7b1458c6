export interface ServerEvent {
  /** Defaults to 'message'. */
  type: string;
  data: string;
}

/**
 * Parses a stream of server-sent events from chunks that may be cut anywhere.
 *
 * @see https://html.spec.whatwg.org/multipage/server-sent-events.html#event-stream-interpretation
 */
export function createEventParser(onEvent: (event: ServerEvent) => void): (chunk: string) => void {
  let rest = '';
  let isFirst = true;
  let afterReturn = false;
  let type = '';
  let data: string[] = [];

  const takeLine = (line: string) => {
    if (line === '') {
      // An event without data is ignored, whatever its type.
      if (data.length > 0) onEvent({ type: type || 'message', data: data.join('\n') });
      type = '';
      data = [];
      return;
    }
    const colon = line.indexOf(':');
    if (colon === 0) return;
    const field = colon === -1 ? line : line.slice(0, colon);
    const value = colon === -1 ? '' : line.slice(colon + 1).replace(/^ /, '');
    if (field === 'event') type = value;
    else if (field === 'data') data.push(value);
  };

  return (chunk) => {
    if (chunk === '') return;
    let text = rest + chunk;
    if (isFirst) text = text.replace(/^\uFEFF/, '');
    isFirst = false;
    // The two characters of a \r\n may arrive in two chunks.
    if (afterReturn) text = text.replace(/^\n/, '');
    afterReturn = chunk.endsWith('\r');
    const lines = text.split(/\r\n|\n|\r/);
    rest = lines.pop() ?? '';
    lines.forEach(takeLine);
  };
}
