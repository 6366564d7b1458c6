export async function sendFile<TAnswer>(path: string, file: Blob | null): Promise<TAnswer> {
  const answer = await fetch(path, {
    method: 'POST',
    credentials: 'same-origin',
    ...(file
      ? { body: file, headers: { 'content-type': 'application/octet-stream' } }
      : { body: '{}', headers: { 'content-type': 'application/json' } }),
  }).catch(() => {
    // The browsers' own messages are not meant for people.
    throw new Error('The connection was lost. Please try again');
  });
  if (!answer.ok) throw new Error((await answer.text()) || 'Please try again');
  return (await answer.json()) as TAnswer;
}
