/** Where a picture is served; its id is the only key to it. */
export const picturePath = (id: string): string => `/api/picture/${id}`;
