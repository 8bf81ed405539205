"""Regularized ERM for a training set of the SVM, solved and certified over the rationals."""
