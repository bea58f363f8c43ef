// Why no test notices a mistake: the file, a part of what is replaced, a part of what takes its place, and the reason.
export const reasons = [];
